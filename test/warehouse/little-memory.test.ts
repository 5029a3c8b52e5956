// Tables are written in little memory, because sorting takes all that it may. When that is not enough, they are written with all of it.
import path from 'node:path';
import { expect, it } from 'vitest';
import { account as accountResource } from '../../src/resources/account.ts';
import { buildVersion } from '../../src/warehouse/building/build.ts';
import { compareTables } from '../../src/warehouse/version/compare.ts';
import { buildOptions } from '../support/islands/build-options.ts';
import { landingOfTests } from '../support/islands/landed.ts';
import { sampleRecord } from '../support/scripted-source.ts';

const { folder, landing } = landingOfTests('little-memory');

it('writes tables again with all memory of the build when a part of it was not enough', async () => {
  const at = new Date();
  const source = { sourceId: 'app', applicationInstanceId: '00000000-0000-4000-8000-000000000001' };
  const accounts = Array.from({ length: 20_000 }, (_, index) => sampleRecord(accountResource, index));
  const chains = await landing().land({ ...source, at, rows: { Account: accounts } });
  const built = async (name: string, writingBytes: number) => {
    const steps: string[] = [];
    const outcome = await buildVersion(
      buildOptions(path.join(folder, name), [source], chains, {
        ...{ generatedAt: at, writingBytes, progress: step => steps.push(step) },
      }),
    );
    return { folder: outcome.folder!, writes: steps.filter(step => step === 'tables').length };
  };
  const usual = await built('usual', 2 ** 30);
  const tight = await built('tight', 24 * 2 ** 20);
  expect({ usual: usual.writes, tight: tight.writes }).toEqual({ usual: 1, tight: 2 });
  const options = { folder, threads: 1, memoryBytes: 2 ** 30 };
  expect(await compareTables(usual.folder, tight.folder, options)).toEqual([]);
});
