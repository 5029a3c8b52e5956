// A build that is ended, as a process does when it stops, ends at once: it does not begin again, and leaves nothing.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { account as accountResource } from '../../src/resources/account.ts';
import { buildVersion } from '../../src/warehouse/building/build.ts';
import type { BuildOptions } from '../../src/warehouse/building/build-options.ts';
import type { LocalChain } from '../../src/warehouse/landing/landed.ts';
import { readManifest } from '../../src/warehouse/version/manifest.ts';
import { buildOptions } from '../support/islands/build-options.ts';
import { landingOfTests } from '../support/islands/landed.ts';
import { sampleRecord } from '../support/scripted-source.ts';

const { folder, landing } = landingOfTests('ended-builds');
const source = { sourceId: 'app', applicationInstanceId: '00000000-0000-4000-8000-000000000001' };
/** Accounts → the steps that end a build. With few accounts the standing database makes the version, and with many a database of its own. */
const cases: [size: number, steps: readonly string[]][] = [
  [5, ['model', 'judge', 'islands', 'enrich', 'analytics', 'risks', 'tables', 'Account', 'Person', 'check', 'search']],
  [5, ['changes', 'roles', 'accounts', 'non-human-identities']],
  [2_500, ['tables', 'Account', 'accounts']],
];

it.each(cases)('ends at a step (%i accounts, %j)', async (size, endings) => {
  const accounts = Array.from({ length: size }, (_, index) => sampleRecord(accountResource, index));
  const land = (day: string, rows: typeof accounts, before?: readonly LocalChain[]) =>
    landing().land({ ...source, at: new Date(day), rows: { Account: rows } }, before);
  const built = (name: string, chains: readonly LocalChain[], options: Partial<BuildOptions>) =>
    buildVersion(buildOptions(path.join(folder, `${endings[0]}-${name}`), [source], chains, options));
  const first = await land('2026-11-01', accounts);
  const { folder: previous } = await built('previous', first, { generatedAt: new Date('2026-11-01') });
  const next = await land('2026-11-02', [{ ...accounts[0]!, alias: 'renamed' }, ...accounts.slice(1)], first);
  const build = (name: string, options: Partial<BuildOptions>) =>
    built(name, next, {
      ...{ version: 2, generatedAt: new Date('2026-11-02'), previous: previous!, current: readManifest(previous!) },
      ...options,
    });

  const steps: string[] = [];
  await build('whole', { progress: step => steps.push(step) });
  expect(steps).toEqual(expect.arrayContaining([...endings]));
  for (const last of endings) {
    const end = new Error(`ended at ${last}`);
    let hasEnded = false;
    const ended = build('ended', {
      progress(step) {
        hasEnded ||= step === last;
        if (hasEnded) throw end;
      },
      restart(cause) {
        throw new Error('begins again', { cause });
      },
    });
    await expect(ended, last).rejects.toBe(end);
    expect(fs.existsSync(path.join(folder, `${endings[0]}-ended`)), last).toBe(false);
  }
});
