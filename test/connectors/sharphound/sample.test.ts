// The sample of three domains: counts, memberships, rights and blast radii as Python and networkx find them in the archive.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectors } from '../../../connectors/index.ts';
import { sharphound } from '../../../connectors/sharphound/index.ts';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { brokenRules } from '../../conformance/broken-rules.ts';
import { type Item, startService, type TestService } from '../../support/service/service.ts';
import { misfitsOf } from '../../support/simulators/landable.ts';
import { type Reading, readSource, recordOf, recordsOf } from '../../support/simulators/reading.ts';

const archive = path.resolve(import.meta.dirname, '../../../../shared/data/sharphound/ad_sampledata.zip');
const missing = !fs.existsSync(archive)
  ? 'the sample is not there'
  : spawnSync('python3', ['-c', 'import networkx']).status === 0
    ? undefined
    : 'python3-networkx is not installed';

interface Oracle {
  readonly counts: Readonly<Record<string, number>>;
  readonly rights: number;
  /** Group → accounts in it, nesting included. */
  readonly effective: Readonly<Record<string, readonly string[]>>;
  readonly radius: Readonly<Record<string, number>>;
}

describe.skipIf(missing)(`the sample${missing ? `; skipped: ${missing}` : ''}`, () => {
  let oracle: Oracle;
  let reading: Reading;
  beforeAll(async () => {
    const script = path.join(import.meta.dirname, 'sample.py');
    oracle = JSON.parse(execFileSync('python3', [script, archive], { encoding: 'utf8', maxBuffer: 2 ** 28 }));
    reading = await readSource(sharphound, { path: archive });
  });

  const described = (type: string) =>
    recordsOf(reading, type).filter(({ sourceTag, userType }) => sourceTag === undefined && userType !== 'referred');

  it('lands, with as many objects of each kind as the archive has', () => {
    expect(misfitsOf(reading)).toEqual([]);
    const { counts } = oracle;
    expect(described('Account')).toHaveLength(counts['users']! + counts['computers']!);
    expect(described('UserGroup')).toHaveLength(counts['groups']!);
    expect(recordsOf(reading, 'ObjectDirectory')).toHaveLength(
      counts['domains']! + counts['ous']! + counts['containers']!,
    );
    const classes = Map.groupBy(recordsOf(reading, 'ResourceInstance'), ({ resourceClass }) => String(resourceClass));
    classes.delete('referred');
    expect(Object.fromEntries([...classes].map(([name, records]) => [name, records.length]))).toEqual(counts);
  });

  it('has every right of every access list once, by its name', () => {
    const rights = recordsOf(reading, 'EntityAssignedAccessToObject').filter(
      record => metadata(record, 'isInherited') !== undefined,
    );
    expect(rights).toHaveLength(oracle.rights);
  });

  it('has the effective members of every group', () => {
    const members = new Map<string, string[]>();
    for (const record of recordsOf(reading, 'EntityManagedViaObject')) {
      const group = String(record['managedViaObjectId']);
      members.set(group, [...(members.get(group) ?? []), String(record['entityId'])]);
    }
    const accounts = new Set(described('Account').map(({ id }) => id));
    const inside = (group: string) => {
      const found = new Set<string>();
      const add = (id: string) => {
        for (const member of members.get(id) ?? []) {
          if (found.has(member)) continue;
          found.add(member);
          add(member);
        }
      };
      add(group);
      return [...found].filter(id => accounts.has(id)).toSorted();
    };
    for (const [group, expected] of Object.entries(oracle.effective))
      expect([group, inside(group)]).toEqual([group, expected]);
  });

  it('has identifiers without an object as what they are', () => {
    const unresolved = 'S-1-5-21-2697957641-2271029196-387917394-2213';
    expect(recordOf(reading, 'UserGroup', unresolved)).toMatchObject({
      name: unresolved,
      type: 'Unknown',
      sourceTag: 'referred',
    });
    expect(recordOf(reading, 'UserGroup', 'PHANTOM.CORP-S-1-5-11')).toMatchObject({
      name: 'AUTHENTICATED USERS@PHANTOM.CORP',
    });
  });

  it('has times, states and kinds of accounts', () => {
    const domain = 'S-1-5-21-2697957641-2271029196-387917394';
    const keys = recordOf(reading, 'Account', `${domain}-502`)!;
    expect(keys).toMatchObject({ alias: 'krbtgt', enabled: false, type: 'Machine', subType: 'ServiceAccount' });
    // 0 and −1 are no times.
    expect(keys).not.toHaveProperty('lastActivityDate');
    expect(keys['lastPasswordChangedDate']).toBe('2023-08-17T12:10:42.000Z');
    const text = JSON.stringify([...recordsOf(reading, 'Account')]);
    for (const secret of ['userpassword', 'unixpassword', 'unicodepassword', 'sfupassword'])
      expect(text).not.toContain(secret);
  });

  it('keeps the rules of connectors', async () => {
    expect(await brokenRules(sharphound, { path: archive })).toEqual([]);
  });

  describe('in a service', () => {
    let test: TestService;
    beforeAll(async () => {
      const sources = [{ id: 'forest', connector: 'sharphound', settings: { path: archive } }];
      test = await startService({ connectors, settings: { sources } });
      const { build } = await test.sync();
      expect(build?.status).toBe('Published');
    }, 300_000);
    afterAll(() => test?.close());

    it('leads to as many accounts as networkx finds', async () => {
      const accounts: Item[] = await test.everyItem('/v1/accounts?pageSize=200');
      const counted = accounts
        .filter(({ id }) => id in oracle.radius)
        .map(item => [item.id, item.analyticsImpersonatableAccountsCount]);
      expect(Object.fromEntries(counted)).toEqual(oracle.radius);
    });
  });
});

function metadata(record: SourceRecord, name: string): unknown {
  const { reasonSpecificData } = record['entitlementSpecification'] as { reasonSpecificData: Item };
  return reasonSpecificData['accessControlMetadata'].find((item: Item) => item['name'] === name)?.value;
}
