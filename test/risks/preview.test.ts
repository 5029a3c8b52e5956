// The preview of a change says which violations it opens and closes. The data room of the example organisation is changed for real,
// and the next version shows whether the preview was right.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../../examples/organisation/generate.ts';
import { changeableDataRoom } from '../support/actions/data-room.ts';
import { driving, type WritableService } from '../support/actions/writable-service.ts';
import { sendAs } from '../support/send.ts';
import { type Item, startService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

let folder: string;
let service: WritableService;
const accounts = new Map<string, string>();
const groups = new Map<string, string>();

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rolecall-preview-'));
  generate(folder, new Date().toISOString().slice(0, 10));
  const of = (id: string) => path.join(folder, 'sources', id);
  const sources = ['hr', 'vault'].map(id => ({
    ...{ id, connector: 'custom-application', writes: id === 'vault', settings: { folder: of(id) } },
  }));
  const pairs = [{ name: 'Give access and read', first: ['curators'], second: ['reader*'] }];
  const test = await startService({
    work: ['act', 'extract', 'build', 'export', 'sweep'],
    connectors: [changeableDataRoom(of('vault'))],
    settings: { sources, risks: { pairs } },
  });
  await test.sync();
  service = driving(test, sendAs(test, await test.token()));
  for (const { alias, globalId } of await test.everyItem('/v1/accounts?pageSize=200')) accounts.set(alias, globalId);
  for (const { id, globalId } of await test.everyItem('/v1/user-groups?pageSize=200')) groups.set(id, globalId);
});
afterAll(async () => {
  await service?.test.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

type Violation = readonly [rule: string, object: string];
const inOrder = (violations: Iterable<Violation>) => [...violations].map(both => both.join(' ')).sort();

/** `rule object` of every open violation. */
async function open(): Promise<Set<string>> {
  const violations = await service.test.everyItem('/v1/risk-violations?pageSize=200');
  return new Set(
    violations
      .filter(({ status }) => status === 'Open')
      .map(({ riskDefinitionId, globalEntityId }) => `${riskDefinitionId} ${globalEntityId}`),
  );
}

const previewOf = async (...[method, url]: readonly ['POST' | 'PUT' | 'DELETE', string]): Promise<Item> => {
  const { status, body } = await service.send(method, `${url}?dryRun=true`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.risks;
};
const usage = (verb: 'disable' | 'enable', name: string) =>
  ['POST', `/v1/accounts/${accounts.get(name)}/${verb}`] as const;
const membership = (method: 'PUT' | 'DELETE', group: string, name: string) =>
  [method, `/v1/user-groups/${groups.get(group)}/members/${accounts.get(name)}`] as const;
const rulesOf = (violations: readonly Item[]) => violations.map(({ rule }) => rule);
const about = (violations: readonly Item[]) => inOrder(violations.map(({ rule, objectId }) => [rule, objectId]));

/** Preview a change, make it, and compare. @returns what the preview says */
async function previewAndMake(request: readonly ['POST' | 'PUT' | 'DELETE', string]): Promise<Item> {
  const before = await open();
  const risks = await previewOf(...request);
  const job = await service.change(...request);
  expect(job).toMatchObject({ status: 'Completed', targets: { succeeded: 1 } });
  await until(
    async () => (await service.send('GET', `/v1/action-jobs/${job.id}`)).body.dataSync.status,
    status => status === 'Completed',
  );
  const after = await open();
  const unknown = new Set(risks.notEvaluated.flatMap(({ rules }: Item) => rules));
  const known = (violations: ReadonlySet<string>) =>
    [...violations].filter(violation => !unknown.has(violation.split(' ')[0]!)).sort();
  expect(about(risks.opened)).toEqual(known(after.difference(before)));
  expect(about(risks.closed)).toEqual(known(before.difference(after)));
  expect(risks).toMatchObject({ openedCount: risks.opened.length, closedCount: risks.closed.length });
  return risks;
}

describe('the preview of a change', () => {
  it('says which violations end when a leaver is disabled', async () => {
    const risks = await previewAndMake(usage('disable', 'leaver'));
    expect(risks.closed).toContainEqual(
      expect.objectContaining({
        rule: 'leaver_with_enabled_account',
        title: 'Leaver with an enabled account',
        severity: 'High',
        objectType: 'Account',
        objectId: accounts.get('leaver'),
        objectName: 'leaver',
        violationId: expect.any(String),
      }),
    );
    expect(rulesOf(risks.opened)).toContain('key_of_disabled_account');
    expect(risks.notEvaluated).toContainEqual({
      rules: ['disabled_administrator'],
      reason: 'the source may take the access of an account away when it disables it',
    });
  });

  it('says which violations begin with privileges', async () => {
    const risks = await previewAndMake(membership('PUT', 'archivists', 'analyst'));
    expect(rulesOf(risks.opened)).toContain('dormant_administrator');
    expect(risks.opened.every((violation: Item) => violation.violationId === undefined)).toBe(true);
  });

  it('says which violations end with them', async () => {
    const risks = await previewAndMake(membership('DELETE', 'curators', 'counsel'));
    expect(rulesOf(risks.closed)).toContain('administrator_without_mfa');
  });

  it('follows a pair of sides that one person should not hold', async () => {
    const risks = await previewOf(...membership('DELETE', 'readers', 'archivist'));
    expect(rulesOf(risks.closed)).toContain('toxic_combination');
  });

  it('evaluates all targets together', async () => {
    const ids = ['keeper', 'archivist'].map(name => accounts.get(name)!);
    const { body } = await service.send('POST', '/v1/accounts/disable?dryRun=true', { ids });
    expect(rulesOf(body.risks.closed)).toContain('single_administrator');
    const owned = ['young-key', 'old-key'].map(name => accounts.get(name));
    const keys = body.risks.opened.filter(({ rule }: Item) => rule === 'key_of_disabled_account');
    expect(keys.map(({ objectId }: Item) => objectId)).toEqual(expect.arrayContaining(owned));
  });

  it('says nothing when the source shows the change already', async () => {
    const risks = await previewOf(...usage('disable', 'former-owner'));
    expect(risks).toEqual({
      ...{ opened: [], closed: [], openedCount: 0, closedCount: 0, notEvaluated: [] },
      evaluatedCount: expect.any(Number),
    });
  });
});
