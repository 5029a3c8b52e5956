// Changes of a directory and of a SCIM service from the request to the source, and their reverts.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ldap } from '../../connectors/ldap/index.ts';
import { scim } from '../../connectors/scim/index.ts';
import { accepted, driving, type WritableService } from '../support/actions/writable-service.ts';
import { startDroppingProxy } from '../support/directories/dropping-proxy.ts';
import { first } from '../support/directories/ldif.ts';
import { type Slapd, slapdMissing } from '../support/directories/slapd.ts';
import { type ScimServer, startScimServer } from '../support/scim/scim.ts';
import { sendAs } from '../support/send.ts';
import { type Item, startService } from '../support/service/service.ts';
import { password, policy, startChangeableDirectory, writer } from './ldap/changeable-organisation.ts';
import { groups, people } from './ldap/organisation.ts';

describe.skipIf(slapdMissing)(`changes of a directory${slapdMissing ? `; skipped: ${slapdMissing}` : ''}`, () => {
  let slapd: Slapd;
  let proxy: Awaited<ReturnType<typeof startDroppingProxy>>;
  let wiki: ScimServer;
  let service: WritableService;
  let ann: Item;
  let team: Item;

  beforeAll(async () => {
    slapd = await startChangeableDirectory();
    proxy = await startDroppingProxy(slapd.port);
    wiki = await startScimServer();
    ann = await wiki.create('Users', { userName: 'ann', active: true });
    team = await wiki.create('Groups', { displayName: 'team', members: [{ value: ann.id, type: 'User' }] });
    const { url, token } = wiki;
    const directorySettings = { ...writer, lockout_policy: policy, groups_container: groups };
    const test = await startService({
      work: ['act', 'extract', 'build', 'export', 'sweep'],
      connectors: [ldap, scim],
      settings: {
        hold_back: { gone_percent: 100 },
        sources: [
          {
            ...{ id: 'directory', connector: 'ldap', writes: true },
            settings: { url: `ldap://127.0.0.1:${proxy.port}`, ...directorySettings },
          },
          { id: 'wiki', connector: 'scim', writes: true, settings: { url, authentication: { bearer_token: token } } },
        ],
      },
    });
    await test.sync();
    service = driving(test, sendAs(test, await test.token()));
  });
  afterAll(async () => {
    await service?.test.close();
    await Promise.all([slapd?.stop(), wiki?.kill(), proxy?.stop()]);
  });

  const globalId = async (collection: string, filter: string) => {
    const [entry] = await slapd.search(filter, ['entryUUID']);
    return service.idOf(collection, 'directory', first(entry!, 'entryUUID')!);
  };
  const bind = () =>
    promisify(execFile)('ldapwhoami', ['-x', '-H', slapd.url, '-D', `uid=user,${people}`, '-w', password]).then(
      () => true,
      () => false,
    );

  it('stop a bind, are served, and are reverted', async () => {
    const user = await globalId('accounts', '(uid=user)');
    const job = await service.change('POST', `/v1/accounts/${user}/disable`);
    expect(job).toMatchObject({ status: 'Completed', revert: { available: true } });
    expect(await bind()).toBe(false);
    expect(await service.shown(`/v1/accounts/${user}`, job.id)).toMatchObject({ enabled: false });
    const revert = await service.revert(job.id);
    expect(revert.status).toBe('Completed');
    expect(await bind()).toBe(true);
    expect(await service.shown(`/v1/accounts/${user}`, revert.id)).toMatchObject({ enabled: true });
    const lax = await globalId('accounts', '(uid=lax)');
    const { body } = await service.send('POST', `/v1/accounts/${lax}/disable?dryRun=true`);
    expect(body.targets).toMatchObject([
      { possible: false, reason: expect.stringContaining('lets locked accounts bind') },
    ]);
  });

  it('create a group with a hostile name, which gets members by its served id', async () => {
    const groupName = '*)(uid=*';
    const instance = service.instance('directory');
    const job = await service.change('POST', '/v1/user-groups', { applicationInstanceId: instance, groupName });
    const [{ target: made }] = await service.results(job.id);
    expect(await service.shown(`/v1/user-groups/${made}`, job.id)).toMatchObject({ name: groupName });
    const added = await service.change(
      'PUT',
      `/v1/user-groups/${made}/members/${await globalId('accounts', '(uid=user)')}`,
    );
    expect(added.status).toBe('Completed');
    const [found] = await slapd.search('(cn=\\2a\\29\\28uid=\\2a)', ['cn', 'member']);
    expect(found!.get('member')!.map(String)).toContain(`uid=user,${people}`);
    expect((await service.revert(job.id)).status).toBe('Failed');
    await service.revert(added.id);
    expect((await service.revert(job.id)).status).toBe('Completed');
    expect(await slapd.search('(cn=\\2a\\29\\28uid=\\2a)')).toEqual([]);
  });

  it('go on when the server was killed while the job connects', async () => {
    const user = await globalId('accounts', '(uid=user)');
    proxy.dropAfter(1, async () => {
      await slapd.kill();
      await slapd.resume();
    });
    const job = await service.ended(accepted(await service.send('POST', `/v1/accounts/${user}/disable`)));
    expect(job.status).toBe('Completed');
    expect(await bind()).toBe(false);
    expect((await service.revert(job.id)).status).toBe('Completed');
    expect(await bind()).toBe(true);
  });

  it('change the users and groups of a SCIM service in the same job', async () => {
    const [user, other] = [await globalId('accounts', '(uid=user)'), await service.idOf('accounts', 'wiki', ann.id)];
    const before = await wiki.ask(`Users/${ann.id}`);
    const job = await service.change('POST', '/v1/accounts/disable', { ids: [user, other] });
    expect(job).toMatchObject({ status: 'Completed', targets: { total: 2, succeeded: 2 } });
    expect((await wiki.ask(`Users/${ann.id}`)).active).toBe(false);
    const group = await service.idOf('user-groups', 'wiki', team.id);
    const removed = await service.change('DELETE', `/v1/user-groups/${group}/members/${other}`);
    expect((await wiki.ask(`Groups/${team.id}`)).members ?? []).toEqual([]);
    for (const { id } of [removed, job]) expect((await service.revert(id)).status).toBe('Completed');
    expect((await wiki.ask(`Groups/${team.id}`)).members).toEqual([{ value: ann.id, type: 'User' }]);
    expect({ ...(await wiki.ask(`Users/${ann.id}`)), meta: undefined }).toEqual({ ...before, meta: undefined });
    expect(await bind()).toBe(true);
  });
});
