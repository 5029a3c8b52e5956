// Decisions on random graphs of access, compared with the lists of effective access, which other SQL finds: one by one, many in one request,
// through lookup files and without them, and for a client that sees one source.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AccessGraph, scriptOf } from '../../support/access/graph.ts';
import { randomGraph } from '../../support/access/random-graph.ts';
import { createRandom } from '../../support/random.ts';
import { pagesOf } from '../../support/scripted-source.ts';
import { type Send, sendAs } from '../../support/send.ts';
import { type Item, instanceOf, startService, type TestService } from '../../support/service/service.ts';

const random = createRandom(38);
const size = { accounts: 12, containers: 16, resources: 30, nested: 24, grants: 90 };
/** Decisions are stricter than the lists where a grant has conditions; decisions.test.ts has such grants. */
function unconditional(graph: AccessGraph): AccessGraph {
  return { ...graph, grants: graph.grants.map(({ isConditional: _isConditional, ...grant }) => grant) };
}
const graphs: Readonly<Record<string, AccessGraph>> = {
  large: unconditional(randomGraph(random, size)),
  dense: unconditional(randomGraph(random, { ...size, nested: 60, grants: 200 })),
  small: unconditional(randomGraph(random, { accounts: 3, containers: 4, resources: 6, nested: 4, grants: 12 })),
};
const actions = ['read', 'update', 'delete', 'privileged', 'member'];

let test: TestService;
beforeAll(async () => {
  const sources = Object.entries(graphs).map(([name, graph]) => {
    const accounts = graph.accounts.map(id => ({ id, alias: id, type: 'User', enabled: true }));
    return [name, { ...scriptOf(graph), Account: pagesOf(accounts) }];
  });
  // The small graph has no lookup file.
  test = await startService({ rowsOfFiles: { partRows: 20, lookupRows: 200 }, sources: Object.fromEntries(sources) });
  await test.sync();
});
afterAll(() => test?.close());

const all = async (send: Send, path: string): Promise<Item[]> =>
  (await send('GET', `${path}${path.includes('?') ? '&' : '?'}pageSize=200`)).body.items;

/** `account object` → what the account may do with the object. */
async function listed(send: Send, accounts: readonly Item[]): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const { globalId } of accounts)
    for (const { objectId, permissions } of await all(send, `/v1/accounts/${globalId}/access`))
      found.set(
        `${globalId} ${objectId}`,
        permissions.map((name: string) => name.toLowerCase()),
      );
  return found;
}

interface Evaluation {
  readonly subject: { readonly type: string; readonly id: string };
  readonly action: { readonly name: string };
  readonly resource: { readonly type: string; readonly id: string };
}

async function evaluationsOf(send: Send, accounts: readonly Item[]): Promise<Evaluation[]> {
  const objects = [
    ...(await all(send, '/v1/resource-instances')).map(({ globalId }) => ({ type: 'resource-instance', id: globalId })),
    ...(await all(send, '/v1/user-groups')).map(({ globalId }) => ({ type: 'user-group', id: globalId })),
    ...(await all(send, '/v1/roles')).map(({ globalId }) => ({ type: 'role', id: globalId })),
  ];
  return accounts.flatMap(({ globalId }) =>
    objects.map(resource => ({
      subject: { type: 'account', id: globalId },
      action: { name: random.of(actions) },
      resource,
    })),
  );
}

async function decided(send: Send, evaluations: readonly Evaluation[]): Promise<Item[]> {
  const answers: Item[] = [];
  for (let start = 0; start < evaluations.length; start += 100) {
    const body = { evaluations: evaluations.slice(start, start + 100) };
    answers.push(...(await send('POST', '/access/v1/evaluations', body)).body.evaluations);
  }
  return answers;
}

it.each(['all sources', 'one source'])('of a client that sees %s are what the lists of access say', async seen => {
  const instances = seen === 'one source' ? [instanceOf(test, 'large')] : undefined;
  const send = sendAs(test, await test.token({ scopes: ['read'], ...(instances && { instances }) }));
  const accounts = await all(send, '/v1/accounts');
  const expected = await listed(send, accounts);
  const evaluations = await evaluationsOf(send, accounts);
  const alone = evaluations.filter((_evaluation, index) => index % 37 === 0);
  const answersAlone: Item[] = [];
  for (const evaluation of alone) answersAlone.push((await send('POST', '/access/v1/evaluation', evaluation)).body);
  const answers = await decided(send, evaluations);
  const wanted = evaluations.map(({ subject, action, resource }) =>
    (expected.get(`${subject.id} ${resource.id}`) ?? []).includes(action.name),
  );
  expect(answers.map(({ decision }) => decision)).toEqual(wanted);
  expect(answersAlone).toEqual(answers.filter((_answer, index) => index % 37 === 0));
  expect(new Set(wanted)).toEqual(new Set([true, false]));
  // Each path begins at the account, and ends at the object. It is left out where it is not among the shortest.
  for (const [index, { decision, context }] of answers.entries()) {
    if (!decision) continue;
    const { subject, resource } = evaluations[index]!;
    const { path } = context.evidence;
    if (path.length === 0) continue;
    expect([path[0].from.id, path.at(-1).to.id]).toEqual([subject.id, resource.id]);
  }
});

it('of a client that sees one source know nothing of the others', async () => {
  const whole = sendAs(test, await test.token({ scopes: ['read'] }));
  const evaluations = (await evaluationsOf(whole, await all(whole, '/v1/accounts'))).filter(
    (_evaluation, index) => index % 19 === 0,
  );
  const before = await decided(whole, evaluations);
  expect(before.some(({ decision }) => decision)).toBe(true);
  const limited = sendAs(test, await test.token({ scopes: ['read'], instances: [instanceOf(test, 'small')] }));
  const own = new Set((await all(limited, '/v1/accounts')).map(({ globalId }) => globalId));
  const after = await decided(limited, evaluations);
  const hidden = after.filter((_answer, index) => !own.has(evaluations[index]!.subject.id));
  expect(hidden.length).toBeGreaterThan(before.length / 2);
  expect(new Set(hidden.map(({ context }) => context.reason.code))).toEqual(new Set(['SUBJECT_NOT_FOUND']));
});
