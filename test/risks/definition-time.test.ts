// When a rule of the service got its present form.
import path from 'node:path';
import { expect, it } from 'vitest';
import { buildVersion } from '../../src/warehouse/building/build.ts';
import { checkRisks } from '../../src/warehouse/building/risks/risk-options.ts';
import type { LocalChain } from '../../src/warehouse/landing/landed.ts';
import { readManifest } from '../../src/warehouse/version/manifest.ts';
import { openVersion } from '../../src/warehouse/version/version.ts';
import { buildOptions } from '../support/islands/build-options.ts';
import { landingOfTests } from '../support/islands/landed.ts';

const { folder, landing } = landingOfTests('definition-time');
const source = { sourceId: 'app', applicationInstanceId: '11111111-1111-4111-8111-111111111111' };
const tuned = { dormant_account: { severity: 'High' } };

/** The time of each rule in a version, by its id. */
async function timesOf(version: string): Promise<Map<string, string>> {
  const opened = await openVersion(version);
  try {
    const { rows } = opened.manifest.collections['risk-definitions']!;
    const frame = { before: Buffer.from('['), after: Buffer.from(']'), allocate: Buffer.allocUnsafe };
    const page = await opened.collection('risk-definitions').page(0, rows, undefined).text(frame);
    const rules = JSON.parse(page.toString()) as { id: string; objectMetadata: { GeneratedTime: string } }[];
    return new Map(rules.map(({ id, objectMetadata }) => [id, objectMetadata.GeneratedTime]));
  } finally {
    opened.close();
  }
}

it('stays while other data change, and is new for a rule that is set otherwise', async () => {
  let chains: LocalChain[] = [];
  const versions: string[] = [];
  for (const [index, rules] of [{}, {}, tuned].entries()) {
    const at = new Date(Date.parse('2026-11-20T00:00:00Z') + index * 60_000);
    const account = { id: 'a', alias: `name${index}`, type: 'User', email: 'a@example.com' };
    chains = await landing().land({ ...source, at, rows: { Account: [account] } }, chains);
    const [previous, version] = [versions.at(-1), path.join(folder, `version-${index}`)];
    await buildVersion(
      buildOptions(version, [source], chains, {
        ...{ version: index + 1, generatedAt: at },
        risks: checkRisks({ keep: 86_400_000, rules, pairs: [], exclusions: [] }, []),
        ...(previous !== undefined && { previous, current: readManifest(previous) }),
      }),
    );
    versions.push(version);
  }
  const [first, second, third] = await Promise.all(versions.map(timesOf));
  expect(second).toEqual(first);
  const later = [...third!].filter(([id, time]) => time !== first!.get(id));
  expect(later).toEqual([['dormant_account', '2026-11-20T00:02:00Z']]);
});
