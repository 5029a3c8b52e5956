// Each rule on the example organisation: who violates it, and somebody who looks similar and does not. Most cases are in the data
// room (examples/organisation/make/vault.ts), where each name says what is wrong with it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectors } from '../../connectors/index.ts';
import { generate } from '../../examples/organisation/generate.ts';
import { riskRules } from '../../src/warehouse/risk-rules.ts';
import { type Item, startService, type TestService } from '../support/service/service.ts';

interface Answer {
  /** Source, unless it is the data room. */
  readonly source?: string;
  /** Alias or name of the object that violates the rule. */
  readonly violates: string;
  /** What the sentence says. */
  readonly because: RegExp;
  /** A similar object that does not. */
  readonly not: string;
}

/** The ages count from the day on which the test runs. */
const answers: Record<string, Answer> = {
  administrator_without_mfa: {
    violates: 'counsel',
    because:
      /privileged account counsel has no second factor: (it is switched off|none is enrolled|its person has none enrolled)\./,
    not: 'keeper',
  },
  contradictory_account_states: {
    violates: 'on-leave',
    because: /enabled, and its person is disabled/,
    not: 'archivist',
  },
  direct_privileged_grant: {
    violates: 'second-analyst',
    because: /not given through a group or role/,
    not: 'archivist',
  },
  disabled_administrator: { violates: 'former-owner', because: /is disabled and keeps/, not: 'blocked-leaver' },
  dormant_account: { violates: 'analyst', because: /not been used for 130 days/, not: 'absent-archivist' },
  dormant_administrator: { violates: 'absent-archivist', because: /not been used for 120 days/, not: 'keeper' },
  everyone_group_on_sensitive_resource: {
    violates: 'Board minutes',
    because: /open to the group Everyone/,
    not: 'Brochure',
  },
  expired_account: { violates: 'former-bidder', because: /expired 20 days ago/, not: 'counsel' },
  external_account_without_expiry: { violates: 'bidder', because: /no expiration date/, not: 'counsel' },
  external_administrator: { violates: 'keeper', because: /not an employee/, not: 'bidder' },
  externally_shared_sensitive_resource: {
    violates: 'Merger plan',
    because: /shared with people outside/,
    not: 'Brochure',
  },
  guest_with_privileged_access: { violates: 'counsel', because: /through a group or role/, not: 'bidder' },
  key_of_disabled_account: { violates: 'blocked-key', because: /account of its owner is disabled/, not: 'leavers-key' },
  key_of_leaver: { violates: 'leavers-key', because: /an owner has left/, not: 'blocked-key' },
  key_without_expiry: { violates: 'endless-key', because: /never expires/, not: 'old-key' },
  key_without_owner: { violates: 'stray-key', because: /No owner of the key stray-key/, not: 'young-key' },
  large_blast_radius: {
    source: 'cloud',
    violates: 'service-principal:terraform@dev-web',
    because: /can act as 116 other accounts/,
    not: 'scanner',
  },
  leaked_key: { violates: 'endless-key', because: /The key endless-key was found in a place/, not: 'young-key' },
  leaver_with_enabled_account: { violates: 'leaver', because: /has left the organisation/, not: 'blocked-leaver' },
  machine_account_without_owner: { violates: 'indexer', because: /No owner of the machine account/, not: 'scanner' },
  never_used_account: { violates: 'never-here', because: /No use .* at least 60 days/, not: 'newcomer' },
  non_human_administrator: { violates: 'sweeper', because: /administers the application/, not: 'scanner' },
  old_key: { violates: 'old-key', because: /is 400 days old/, not: 'young-key' },
  old_password: { violates: 'stray', because: /is 500 days old/, not: 'counsel' },
  open_issuer_trust: {
    violates: 'Pipelines of every repository',
    because: /Every workload with a token of the issuer is trusted/,
    not: 'Builds of our repositories',
  },
  orphaned_account: { violates: 'stray', because: /No person and no owner/, not: 'bidder' },
  privileged_group_without_owner: { violates: 'Curators', because: /has no owner/, not: 'Archivists' },
  sensitive_resource_of_nobody: { violates: 'Audit of 2019', because: /disabled or have left/, not: 'Board minutes' },
  sensitive_resource_without_owner: { violates: 'Patent drafts', because: /has no owner/, not: 'Brochure' },
  shared_account: {
    source: 'idp',
    violates: 'reception@rolecall.example',
    because: /Several people share/,
    not: 'counsel',
  },
  shared_key: { violates: 'shared-key', because: /belongs to 2 machine accounts/, not: 'young-key' },
  single_administrator: { violates: 'keeper', because: /only enabled administrator/, not: 'archivist' },
  sso_bypass: { violates: 'bidder', because: /without single sign-on/, not: 'counsel' },
  stale_group: { violates: 'Project Falcon', because: /none of its accounts .* 130 days/, not: 'Readers' },
  third_party_administrator: {
    violates: 'signing-service',
    because: /belongs to another organisation and holds privileges/,
    not: 'reading-service',
  },
  toxic_combination: { violates: 'archivist', because: /both sides of «Give access and read»/, not: 'counsel' },
  unchanged_password: { violates: 'bidder', because: /never changed/, not: 'counsel' },
  unsupervised_agent: {
    violates: 'stray-agent',
    because: /No sponsor of the agent stray-agent is known/,
    not: 'clerk-agent',
  },
  unused_key: { violates: 'idle-key', because: /not been used for 120 days/, not: 'young-key' },
  unused_privileged_grant: { violates: 'idle-archivist', because: /has not used .* for 200 days/, not: 'archivist' },
};

let test: TestService;
let folder: string;
let instances: ReadonlyMap<string, string>;
const listed = new Map<string, Item[]>();
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rolecall-risks-'));
  generate(folder, new Date().toISOString().slice(0, 10));
  const of = (name: string) => path.join(folder, 'sources', name);
  const sources = fs
    .readdirSync(path.join(folder, 'sources'))
    .map(id => ({ id, connector: 'custom-application', settings: { folder: of(id) } }));
  // One key works where it was found, of the other nobody knows.
  const findings = { 'endless-key': true, 'young-key': false };
  fs.writeFileSync(
    path.join(folder, 'findings.jsonl'),
    Object.entries(findings)
      .map(([name, Verified]) => `${JSON.stringify({ DetectorName: 'Vault', Raw: `secret-of-${name}`, Verified })}\n`)
      .join(''),
  );
  const leaked = {
    id: 'findings',
    connector: 'leaked-secrets',
    settings: { path: path.join(folder, 'findings.jsonl') },
  };
  const pairs = [{ name: 'Give access and read', first: ['curators'], second: ['reader*'] }];
  test = await startService({ connectors, settings: { sources: [...sources, leaked], risks: { pairs } } });
  const { build } = await test.sync();
  expect(build).toMatchObject({ status: 'Published', error: null });
  instances = new Map(
    test.config.tenants[0]!.sources.map(({ id, application_instance_id: instance }) => [id, instance]),
  );
  for (const collection of [
    'risk-violations',
    'risk-definitions',
    'accounts',
    'user-groups',
    'resource-instances',
    'persons',
  ])
    listed.set(collection, await test.everyItem(`/v1/${collection}?pageSize=200`));
});
afterAll(async () => {
  await test?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const openOf = (rule: string) =>
  listed
    .get('risk-violations')!
    .filter(({ riskDefinitionId, status }) => riskDefinitionId === rule && status === 'Open');

/** The object of an instance with this alias or name. */
function objectNamed(source: string, name: string): Item {
  const found = ['accounts', 'user-groups', 'resource-instances']
    .flatMap(collection => listed.get(collection)!)
    .filter(object => object.objectMetadata.ApplicationInstanceId === instances.get(source))
    .filter(object => (object.alias ?? object.name) === name);
  expect(found, `${name} in ${source}`).toHaveLength(1);
  return found[0]!;
}

describe('on the example organisation', () => {
  it.each(Object.entries(answers))('%s', (rule, { source = 'vault', violates, because, not }) => {
    const violations = openOf(rule);
    const violator = objectNamed(source, violates);
    const found = violations.filter(({ globalEntityId }) => globalEntityId === violator.globalId);
    expect(found).toHaveLength(1);
    expect(found[0]!.description).toMatch(because);
    expect(found[0]!.objectMetadata.ApplicationInstanceId).toBe(instances.get(source));
    expect(found[0]!.entityId).toBe(violator.id);
    expect(found[0]!.evidence.length).toBeGreaterThan(0);
    const similar = objectNamed('vault', not);
    expect(violations.filter(({ globalEntityId }) => globalEntityId === similar.globalId)).toEqual([]);
  });

  it('large_blast_radius: exactly the machines and keys that can act as a hundred accounts', () => {
    const radius = (account: Item) => account.analyticsImpersonatableAccountsCount ?? 0;
    const large = listed
      .get('accounts')!
      .filter(account => account.enabled && account.type !== 'User' && radius(account) >= 100);
    const violators = openOf('large_blast_radius').map(({ globalEntityId }) => globalEntityId);
    expect(violators.sort()).toEqual(large.map(({ globalId }) => globalId).sort());
  });

  it('unsupervised_agent: one that administers without an end, and one whose sponsor has left', () => {
    const sentences = openOf('unsupervised_agent').map(({ description }) => description);
    expect(sentences).toContain('The agent ruling-agent administers the application, without an end.');
    expect(sentences).toContain('The agent leavers-agent is enabled, and a sponsor has left the organisation.');
    expect(sentences.some(sentence => sentence.includes('clerk-agent'))).toBe(false);
  });

  it('are found by the OWASP NHI Top 10: in the list, and in the export', async () => {
    const filter = JSON.stringify([{ field: 'references', filterType: 'eq', values: ['OWASP NHI7:2025'] }]);
    const found = await test.everyItem(`/v1/risk-violations?pageSize=200&filter=${encodeURIComponent(filter)}`);
    const rules = new Set(found.map(({ riskDefinitionId }) => riskDefinitionId));
    expect([...rules].sort()).toEqual(['key_without_expiry', 'old_key']);
    const all = listed.get('risk-violations')!.filter(({ riskDefinitionId }) => rules.has(riskDefinitionId));
    expect(found).toHaveLength(all.length);
  });

  it('has an answer for every rule', () => {
    const rules = riskRules().map(({ name }) => name);
    expect(rules.length).toBeGreaterThanOrEqual(25);
    expect(Object.keys(answers).sort()).toEqual(rules);
  });

  it('lists every rule as a definition of the service’s own instance, with its open violations', () => {
    const definitions = listed.get('risk-definitions')!;
    const own = new Set(instances.values());
    for (const { name, title, severity, fix } of riskRules()) {
      const definition = definitions.find(({ id }) => id === name)!;
      expect(definition).toMatchObject({ name: title, severity, remediation: fix, isEnabled: true });
      expect(definition.analyticsOpenViolationCount).toBe(openOf(name).length);
      expect(own.has(definition.objectMetadata.ApplicationInstanceId)).toBe(false);
    }
  });

  it('gives every account and person the posture of the worst open violation, those of sources included', () => {
    const ranks = ['Critical', 'High', 'Medium', 'Low', 'None'];
    const open = listed.get('risk-violations')!.filter(({ status }) => status === 'Open');
    const byEntity = Map.groupBy(open, ({ globalEntityId }) => globalEntityId);
    const worst = (violations: readonly Item[]) =>
      ranks[Math.min(...violations.map(({ severity }) => ranks.indexOf(severity)), 4)];
    const accounts = listed.get('accounts')!;
    expect(new Set(accounts.map(account => account.analyticsAccessRiskPosture)).size).toBe(5);
    expect(open.some(({ riskDefinitionId }) => riskDefinitionId === 'SOD-01')).toBe(true);
    for (const account of accounts) {
      const own = byEntity.get(account.globalId) ?? [];
      expect([account.alias, account.analyticsAccessRiskPosture]).toEqual([account.alias, worst(own)]);
      expect([account.alias, account.analyticsRiskViolationCount]).toEqual([account.alias, own.length]);
    }
    const ofPersons = Map.groupBy(accounts, account => account.enrichedPersonId);
    for (const person of listed.get('persons')!) {
      const own = (ofPersons.get(person.globalId) ?? []).flatMap(account => byEntity.get(account.globalId) ?? []);
      expect(person).toMatchObject({ analyticsAccessRiskPosture: worst(own), analyticsRiskViolationCount: own.length });
    }
  });

  it('exports rules, violations and evidence', async () => {
    const token = await test.token();
    const rows = async (context: string) => {
      const response = await test.app.inject({
        method: 'POST',
        url: '/v1/downloads',
        headers: { authorization: `Bearer ${token}`, accept: 'text/csv', 'content-type': 'application/json' },
        payload: JSON.stringify({ context }),
      });
      expect(response.statusCode).toBe(200);
      return response.body;
    };
    expect(await rows('risks')).toContain('Dormant administrator');
    expect(await rows('risksV2')).toContain('The privileged account counsel has no second factor: ');
    expect(await rows('riskMonitoringDetail')).toMatch(/single_administrator|Single administrator/);
  });
});
