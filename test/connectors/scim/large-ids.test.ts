// Ids that a service writes as JSON numbers beyond 2^53: each person keeps an id, and a change reaches the right one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scim } from '../../../connectors/scim/index.ts';
import { openActor } from '../../conformance/acting.ts';
import type { Asked, Scripted, ScriptedHttp } from '../../support/servers/scripted-http.ts';
import { readScim, startScripted } from './scripted-scim.ts';

const ada = '9007199254740993';
const bert = '9007199254740992';
const team = '4611686018427387905';

let server: ScriptedHttp;
beforeAll(async () => {
  server = await startScripted();
});
afterAll(() => server.close());

const headers = { 'content-type': 'application/scim+json' };
const json = (body: string): Scripted => ({ headers, body });
const userText = (id: string, name: string, active: boolean) =>
  `{"id":${id},"userName":"${name}","active":${active},"roles":[{"value":${id}},{"value":7}]}`;
const listText = (texts: readonly string[]) => `{"totalResults":${texts.length},"Resources":[${texts.join(',')}]}`;

/** A service of two users and a group. It writes bodies by hand, as JSON.stringify cannot. @returns its texts by path, and what it was sent */
function keep(takesPatch: boolean) {
  const texts: Record<string, string> = {
    [`/Users/${ada}`]: userText(ada, 'ada', true),
    [`/Users/${bert}`]: userText(bert, 'bert', true),
    [`/Groups/${team}`]: `{"id":${team},"displayName":"team","members":[{"value":${bert}},{"value":${ada}}]}`,
  };
  const sent: string[] = [];
  server.script(({ method, path, query, body }: Asked): Scripted => {
    const at = path.split('?')[0]!;
    if (at === '/Users' || at === '/Groups') {
      const isFirst = Number(query.get('startIndex') ?? 1) === 1;
      return json(listText(isFirst ? Object.keys(texts).flatMap(key => (key.startsWith(at) ? texts[key]! : [])) : []));
    }
    if (texts[at] === undefined) return { status: 404 };
    if (method === 'GET') return json(texts[at]);
    sent.push(`${method} ${at} ${body}`);
    if (method === 'PATCH' && !takesPatch) return { status: 501 };
    if (method === 'PUT') texts[at] = body;
    else texts[at] = texts[at].replace('"active":true', '"active":false');
    return { status: 204, body: '' };
  });
  return { texts, sent };
}

const acting = async (work: (actor: Awaited<ReturnType<typeof openActor>>) => Promise<void>) => {
  const actor = await openActor(scim, { url: server.url });
  await work(actor).finally(() => actor.close());
};

describe('ids beyond 2^53', () => {
  it('are landed with all their digits', async () => {
    keep(true);
    const accounts = await readScim(server, 'Account');
    expect(accounts.records.map(({ id, alias }) => [id, alias])).toEqual([
      [ada, 'ada'],
      [bert, 'bert'],
    ]);
    const { records } = await readScim(server, 'EntityManagedViaObject');
    expect(records.map(({ entityId, managedViaObjectId }) => [entityId, managedViaObjectId])).toEqual([
      [bert, team],
      [ada, team],
      [ada, `role:${ada}`],
      [ada, 'role:7'],
      [bert, `role:${bert}`],
      [bert, 'role:7'],
    ]);
  });

  it.each([true, false])('name the user that is disabled (PATCH is taken: %s)', async takesPatch => {
    const { texts, sent } = keep(takesPatch);
    await acting(async actor => {
      await actor.act('DisableAccount', { accountId: ada });
    });
    expect(texts[`/Users/${ada}`]).toContain('"active":false');
    expect(texts[`/Users/${bert}`]).toBe(userText(bert, 'bert', true));
    expect(sent.every(request => request.includes(`/Users/${ada} `))).toBe(true);
  });

  it('are written back as they were by a PUT, and by undoing it', async () => {
    const { texts } = keep(false);
    const group = texts[`/Groups/${team}`];
    await acting(async actor => {
      const removed = await actor.act('RemoveGroupMember', { accountId: bert, groupId: team });
      expect(texts[`/Groups/${team}`]).toBe(`{"id":${team},"displayName":"team","members":[{"value":${ada}}]}`);
      await removed.undo();
      expect(texts[`/Groups/${team}`]).toContain(`{"value":${ada}}`);
      expect(texts[`/Groups/${team}`]).toContain(bert);
      const taken = await actor.act('RemoveRole', { accountId: ada, roleId: `role:${ada}` });
      expect(texts[`/Users/${ada}`]).toContain('"roles":[{"value":7}]');
      await taken.undo();
      expect(texts[`/Users/${ada}`]).toContain(`"roles":[{"value":7},{"value":${ada}}]`);
    });
    expect(texts[`/Groups/${team}`]).not.toBe(group);
  });
});
