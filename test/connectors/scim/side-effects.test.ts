// Services that change more than they are asked to: the job says so, and what was lost is brought back.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scim } from '../../../connectors/scim/index.ts';
import { changeRecord, type RecordToChange, undoRecord } from '../../../src/actions/change-record.ts';
import { type LocalTarget, openSource } from '../../../src/actions/source-client.ts';
import type { ActionOperation, Image } from '../../../src/connector/actions.ts';
import { type Actor, openActor } from '../../conformance/acting.ts';
import { driving } from '../../support/actions/writable-service.ts';
import { sendAs } from '../../support/send.ts';
import type { Scripted, ScriptedHttp } from '../../support/servers/scripted-http.ts';
import { type Item, startService } from '../../support/service/service.ts';
import { listAnswer, startScripted, user } from './scripted-scim.ts';

let server: ScriptedHttp;
beforeAll(async () => {
  server = await startScripted();
});
afterAll(() => server.close());

const names = ['ann', 'ben', 'cy', 'dot'];
const member = (value: string) => ({ value, display: `of ${value}` });

interface Habits {
  /** What a PATCH makes of a list. @param rest the list as it should be */
  readonly patch?: (list: readonly Item[], rest: readonly Item[]) => readonly Item[];
  readonly takesPatch?: boolean;
  readonly put?: (resource: Item) => Item | undefined;
}

/** A service of four users, who are all members and have four roles. @returns its resources by path */
function keep({ patch = (_list, rest) => rest, takesPatch = true, put = resource => resource }: Habits) {
  const roles = ['r1', 'r2', 'r3'].map(value => ({ value }));
  const kept: Record<string, Item> = {
    ...Object.fromEntries(names.map(id => [`/Users/${id}`, user(id, { roles, nickName: id })])),
    '/Groups/g1': { id: 'g1', displayName: 'Payroll', members: names.map(member), externalId: 'x' },
  };
  server.script((asked): Scripted => {
    const { method, path, body } = asked;
    const at = path.split('?')[0]!;
    const all = (prefix: string) =>
      Object.entries(kept).flatMap(([key, item]) => (key.startsWith(prefix) ? [item] : []));
    if (at === '/Users' || at === '/Groups') return listAnswer(all(`${at}/`), asked);
    const found = kept[at];
    if (!found) return { status: 404 };
    if (method === 'GET') return { body: found };
    if (method === 'PUT') {
      const changed = put(JSON.parse(body));
      if (!changed) return { status: 403, body: { detail: 'no PUT' } };
      kept[at] = changed;
      return { body: changed };
    }
    if (!takesPatch) return { status: 501 };
    const [{ op, path: target, value }] = JSON.parse(body).Operations;
    const [, name, id] = /^(\w+)(?:\[value eq "(.*)"\])?$/.exec(target)!;
    const list: Item[] = found[name!] ?? [];
    if (op === 'remove')
      kept[at] = {
        ...found,
        [name!]: patch(
          list,
          list.filter(item => item.value !== id),
        ),
      };
    else if (op === 'add') kept[at] = { ...found, [name!]: patch(list, [...list, ...value]) };
    else kept[at] = { ...found, [name!]: value };
    return { status: 204, body: '' };
  });
  return kept;
}

const acting = async <Result>(work: (actor: Actor) => Promise<Result>): Promise<Result> => {
  const actor = await openActor(scim, { url: server.url });
  return work(actor).finally(() => actor.close());
};
const valuesIn = (list: readonly Item[]) => list.map(({ value }) => value).toSorted();
const ben = { accountId: 'ben', groupId: 'g1' };

const wipe = () => [];
const other = (list: readonly Item[], rest: readonly Item[]) =>
  rest.length < list.length ? rest.filter(({ value }) => value !== list[0]!.value) : rest;

it.each<[string, Habits['patch'], string]>([
  ['empties the list', wipe, '3 more of members (ann, cy, dot)'],
  ['removes another member too', other, '1 more of members (ann)'],
])('a removal that %s fails, and everything is put back', async (_what, patch, lost) => {
  const kept = keep({ patch: patch! });
  const refusal = await acting(actor => actor.refusal('RemoveGroupMember', ben));
  expect(refusal).toBe(
    `the service took the change, and removed ${lost} with it; everything was put back as it was before the change`,
  );
  expect(kept['/Groups/g1']).toEqual({ id: 'g1', displayName: 'Payroll', members: names.map(member), externalId: 'x' });
});

it('what is lost is added again where PUT is refused', async () => {
  const kept = keep({ patch: (list, rest) => (rest.length < list.length ? [] : rest), put: () => undefined });
  const refusal = await acting(actor => actor.refusal('RemoveGroupMember', ben));
  expect(refusal).toContain('everything was put back');
  expect(valuesIn(kept['/Groups/g1']!['members'])).toEqual(names);
});

it('a loss that stays is said', async () => {
  keep({ patch: wipe, put: () => undefined });
  expect(await acting(actor => actor.refusal('RemoveGroupMember', ben))).toContain('not all of it could be put back');
});

it('an addition that replaces the list fails, and the list is put back', async () => {
  const kept = keep({ patch: (list, rest) => rest.slice(list.length) });
  kept['/Groups/g1'] = { ...kept['/Groups/g1']!, members: [member('ann'), member('cy')] };
  expect(await acting(actor => actor.refusal('AddGroupMember', ben))).toContain('2 more of members (ann, cy)');
  expect(valuesIn(kept['/Groups/g1']!['members'])).toEqual(['ann', 'cy']);
});

it('roles are compared in the same way', async () => {
  const kept = keep({ patch: wipe });
  const refusal = await acting(actor => actor.refusal('RemoveRole', { accountId: 'ann', roleId: 'role:r2' }));
  expect(refusal).toContain('2 more of roles (r1, r3)');
  expect(valuesIn(kept['/Users/ann']!['roles'])).toEqual(['r1', 'r2', 'r3']);
});

it('a PUT that drops attributes is said', async () => {
  keep({ takesPatch: false, put: ({ nickName: _, ...others }) => others });
  const refusal = await acting(actor => actor.refusal('DisableAccount', { accountId: 'ann' }));
  expect(refusal).toContain('removed the attributes nickName with it');
});

it('a change that loses nothing is made, also of the last member', async () => {
  const kept = keep({});
  await acting(async actor => {
    for (const accountId of names) await actor.act('RemoveGroupMember', { accountId, groupId: 'g1' });
  });
  expect(kept['/Groups/g1']!['members']).toEqual([]);
});

it('the job of such a change is failed, and so is a revert that does it', async () => {
  let isBroken = true;
  const kept = keep({ patch: (_list, rest) => (isBroken ? [] : rest) });
  const test = await startService({
    connectors: [scim],
    work: ['act', 'extract', 'build'],
    settings: { sources: [{ id: 'app', connector: 'scim', writes: true, settings: { url: server.url } }] },
  });
  try {
    await test.sync();
    const service = driving(test, sendAs(test, await test.token()));
    const [account, group] = [
      await service.idOf('accounts', 'app', 'ben'),
      await service.idOf('user-groups', 'app', 'g1'),
    ];
    const membership = `/v1/user-groups/${group}/members/${account}`;
    const removed = await service.change('DELETE', membership);
    expect(removed).toMatchObject({ status: 'Failed', revert: { available: false } });
    const failureReason = expect.stringContaining('3 more of members (ann, cy, dot)');
    expect(await service.results(removed.id)).toMatchObject([{ status: 'Failed', failureReason }]);
    expect(valuesIn(kept['/Groups/g1']!['members'])).toEqual(names);

    kept['/Groups/g1']!['members'] = ['ann', 'cy', 'dot'].map(member);
    isBroken = false;
    const added = await service.change('PUT', membership);
    expect(added).toMatchObject({ status: 'Completed' });
    isBroken = true;
    const reverted = await service.revert(added.id);
    expect(reverted).toMatchObject({ status: 'Failed' });
    expect(await service.results(reverted.id)).toMatchObject([{ status: 'Failed', failureReason }]);
    expect(valuesIn(kept['/Groups/g1']!['members'])).toEqual(names);
    isBroken = false;
    expect(await service.revert(added.id)).toMatchObject({ status: 'Completed' });
    expect(valuesIn(kept['/Groups/g1']!['members'])).toEqual(['ann', 'cy', 'dot']);
  } finally {
    await test.close();
  }
});

describe('an attempt that was interrupted between the change and the comparison', () => {
  /** The process dies once the before-image is stored; then `happens`; then another process tries again. */
  async function retried(
    operation: ActionOperation,
    local: LocalTarget,
    happens: () => void,
    undone?: { readonly before: Image; readonly after: Image },
  ) {
    const config = { id: 'app', application_instance_id: '00000000-0000-4000-8000-000000000000', writes: true };
    const settings = scim.settings.parse({ url: server.url });
    const signal = new AbortController().signal;
    const source = await openSource(
      { config, connector: scim, settings },
      { baseFolder: '/' },
      { signal, silenceMs: 60_000 },
    );
    let saved: Image | null = null;
    const record = (dies: boolean): RecordToChange => ({
      operation,
      local,
      before: saved,
      inStep: async () => {},
      async saveBefore(image) {
        // As the state database keeps it.
        saved = JSON.parse(JSON.stringify(image));
        if (dies) throw new Error('the process died');
      },
    });
    const attempt = (dies: boolean) =>
      undone ? undoRecord(source, record(dies), undone) : changeRecord(source, record(dies), undefined);
    try {
      await expect(attempt(true)).rejects.toThrow('the process died');
      happens();
      return await attempt(false);
    } finally {
      await source.close();
    }
  }
  const failed = (what: string) => ({ status: 'Failed', failureReason: expect.stringContaining(what) });

  it('fails where the service emptied the group, and the others are put back', async () => {
    const kept = keep({});
    const outcome = await retried('RemoveGroupMember', ben, () => {
      kept['/Groups/g1']!['members'] = [];
    });
    expect(outcome).toMatchObject(failed('removed 3 more of members (ann, cy, dot)'));
    expect(outcome.failureReason).toContain('everything was put back');
    expect(valuesIn(kept['/Groups/g1']!['members'])).toEqual(['ann', 'cy', 'dot']);
  });

  it('succeeds where only the member is gone', async () => {
    const kept = keep({});
    const outcome = await retried('RemoveGroupMember', ben, () => {
      kept['/Groups/g1']!['members'] = ['ann', 'cy', 'dot'].map(member);
    });
    expect(outcome).toEqual({ status: 'Succeeded', after: { member: false, type: null } });
  });

  it('fails for an addition that replaced the list', async () => {
    const kept = keep({});
    kept['/Groups/g1']!['members'] = ['ann', 'cy'].map(member);
    const outcome = await retried('AddGroupMember', ben, () => {
      kept['/Groups/g1']!['members'] = [member('ben')];
    });
    expect(outcome).toMatchObject(failed('removed 2 more of members (ann, cy)'));
    expect(valuesIn(kept['/Groups/g1']!['members'])).toEqual(['ann', 'ben', 'cy']);
  });

  it('fails for roles, and for attributes that a PUT dropped', async () => {
    const kept = keep({});
    const role = await retried('RemoveRole', { accountId: 'ann', roleId: 'role:r2' }, () => {
      kept['/Users/ann']!['roles'] = [];
    });
    expect(role).toMatchObject(failed('removed 2 more of roles (r1, r3)'));
    expect(valuesIn(kept['/Users/ann']!['roles'])).toEqual(['r1', 'r3']);
    const put = await retried('DisableAccount', { accountId: 'cy' }, () => {
      const { nickName: _, ...others } = kept['/Users/cy']!;
      kept['/Users/cy'] = { ...others, active: false };
    });
    expect(put).toMatchObject(failed('removed the attributes nickName with it; not all of it could be put back'));
  });

  it('fails for a revert too', async () => {
    const kept = keep({});
    kept['/Groups/g1']!['members'] = ['ann', 'cy'].map(member);
    const images = { before: { member: true, type: null }, after: { member: false, type: null } };
    const happens = () => {
      kept['/Groups/g1']!['members'] = [member('ben')];
    };
    const outcome = await retried('RemoveGroupMember', ben, happens, images);
    expect(outcome).toMatchObject(failed('removed 2 more of members (ann, cy)'));
  });

  it('of a group with very many members is compared by their number', async () => {
    const kept = keep({});
    const many = Array.from({ length: 1_200 }, (_, index) => member(`m${index}`));
    kept['/Groups/g1']!['members'] = [...many, member('ben')];
    const outcome = await retried('RemoveGroupMember', ben, () => {
      kept['/Groups/g1']!['members'] = [];
    });
    expect(outcome).toMatchObject(failed('members has 1201 values fewer than before it'));
  });
});
