// Changes on a PostgreSQL server, made with the least rights of the README and compared with what psql says.
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postgres } from '../../../connectors/postgres/index.ts';
import { SourceUnavailable } from '../../../src/connector/transient.ts';
import { type Actor, openActor, refusalOf } from '../../conformance/acting.ts';
import { brokenRules } from '../../conformance/broken-rules.ts';
import { faultsThroughService } from '../../support/actions/through-service.ts';
import { type CuttingProxy, startCuttingProxy } from '../../support/servers/cutting-proxy.ts';
import { postgresMissing } from '../../support/servers/postgres.ts';
import { until } from '../../support/until.ts';
import { rightsForChanges } from './least-rights.ts';
import { type PsqlServer, passwordOfTimed, startPsqlServer } from './psql-server.ts';

const hostile = '"; DROP ROLE staff; --\'\\é💥';

let server: PsqlServer;
let proxy: CuttingProxy;
let actor: Actor;

const psql = (statement: string) => server.psql(statement);
const idOf = (name: string) => psql(`SELECT 'role:' || oid FROM pg_roles WHERE rolname = $name$${name}$name$`);
const account = (name: string) => ({ accountId: idOf(name) });
const membership = (member: string, role: string) => ({ accountId: idOf(member), roleId: idOf(role) });
const inGroup = (member: string, group: string) => ({ accountId: idOf(member), groupId: idOf(group) });
/** Everything about roles and memberships, without passwords. */
const everything = () =>
  psql('TABLE pg_roles ORDER BY oid; SELECT roleid, member, admin_option FROM pg_auth_members ORDER BY 1, 2');
const settings = (changes: object = {}) => ({
  host: '127.0.0.1',
  port: server.port,
  user: 'rolecall',
  groups: ['team*', '"*'],
  ...changes,
});
const attributes = (name: string) =>
  psql(`SELECT rolcanlogin, rolconnlimit, rolvaliduntil FROM pg_roles WHERE oid = ${idOf(name).slice(5)}`);

describe.skipIf(postgresMissing)(
  `changes in PostgreSQL${postgresMissing ? `; skipped: ${postgresMissing}` : ''}`,
  () => {
    let former: string;
    beforeAll(async () => {
      server = await startPsqlServer();
      psql(rightsForChanges('older'));
      psql(`CREATE ROLE ann LOGIN; CREATE ROLE timed LOGIN PASSWORD '${passwordOfTimed}' VALID UNTIL 'infinity'; CREATE ROLE ben NOLOGIN; CREATE ROLE staff; CREATE ROLE team; GRANT team TO ben; CREATE ROLE boss SUPERUSER LOGIN;
      CREATE ROLE "${hostile.replaceAll('"', '""')}" LOGIN;
      GRANT staff TO ben WITH ADMIN OPTION`);
      proxy = await startCuttingProxy(server.port);
      actor = await openActor(postgres, settings({ port: proxy.port }));
      former = everything();
    });
    afterAll(async () => {
      await actor?.close();
      await proxy?.stop();
      await server?.stop();
    });
    beforeEach(() => proxy.comeUp());

    it('keep the rules of the contract, with the least rights', async () => {
      const changes = {
        DisableAccount: account('ann'),
        EnableAccount: account('ann'),
        ActivateAccount: account('ann'),
        AssignRole: membership('ann', 'staff'),
        RemoveRole: membership('ben', 'staff'),
        AddGroupMember: inGroup('ann', 'team'),
        RemoveGroupMember: inGroup('ben', 'team'),
        CreateUserGroup: { groupName: `${hostile} group` },
      };
      expect(await brokenRules(postgres, settings(), '/', changes)).toEqual([]);
      expect(everything()).toBe(former);
    });

    it('are made and reverted by the service, as psql shows', async () => {
      psql('CREATE ROLE cid LOGIN; GRANT staff, team TO cid WITH ADMIN OPTION');
      const changes = {
        DisableAccount: account('ann'),
        EnableAccount: account('ann'),
        AssignRole: membership('ann', 'staff'),
        RemoveRole: membership('cid', 'staff'),
        AddGroupMember: inGroup('ann', 'team'),
        RemoveGroupMember: inGroup('cid', 'team'),
        CreateUserGroup: { groupName: `team ${hostile}` },
      };
      expect(await faultsThroughService(postgres, settings(), changes, everything)).toEqual([]);
      psql('DROP ROLE cid');
      expect(everything()).toBe(former);
    });

    it('read single logins again, and say which are gone', async () => {
      psql('CREATE ROLE short_lived LOGIN');
      const [ann, gone] = [idOf('ann'), idOf('short_lived')];
      psql('DROP ROLE short_lived; ALTER ROLE ann CONNECTION LIMIT 0');
      const fresh = await openActor(postgres, settings());
      const read = await fresh.accounts([ann, gone]);
      await fresh.close();
      psql('ALTER ROLE ann CONNECTION LIMIT -1');
      expect(read.records.map(({ id, enabled }) => ({ id, enabled }))).toEqual([{ id: ann, enabled: false }]);
      expect(read.gone).toEqual([gone]);
    });

    it('disable and enable logins, also under a hostile name', async () => {
      for (const name of ['ann', hostile]) {
        const disabled = await actor.act('DisableAccount', account(name));
        expect(server.logIn(name)).toContain('is not permitted to log in');
        const again = await actor.act('DisableAccount', account(name));
        expect(again.wasApplied).toBe(false);
        const enabled = await actor.act('EnableAccount', account(name));
        expect(server.logIn(name)).toBe(name);
        await enabled.undo();
        expect(server.logIn(name)).toContain('is not permitted to log in');
        await disabled.undo();
        expect(server.logIn(name)).toBe(name);
      }
      expect(everything()).toBe(former);
    });

    it('activate what has expired or may have no connection, and put back the exact time', async () => {
      for (const time of ['2001-02-03 04:05:06.789012+00', '-infinity', '0044-03-15 12:00:00+00 BC']) {
        psql(`ALTER ROLE ann NOLOGIN CONNECTION LIMIT 0 VALID UNTIL '${time}'`);
        const before = attributes('ann');
        const activated = await actor.act('ActivateAccount', account('ann'));
        expect(attributes('ann')).toBe('t|-1|infinity');
        await activated.undo();
        expect(attributes('ann')).toBe(before);
      }
      psql(`ALTER ROLE timed VALID UNTIL '2001-02-03'`);
      expect(server.logIn('timed')).toContain('password authentication failed');
      const activated = await actor.act('ActivateAccount', account('timed'));
      expect(server.logIn('timed')).toBe('timed');
      await activated.undo();
      expect(server.logIn('timed')).toContain('password authentication failed');
      psql(`ALTER ROLE timed VALID UNTIL 'infinity'`);
      // A time in the future stays.
      psql(`ALTER ROLE ann LOGIN CONNECTION LIMIT 3 VALID UNTIL '12026-01-01'`);
      expect((await actor.act('ActivateAccount', account('ann'))).wasApplied).toBe(false);
      psql(
        `ALTER ROLE ann CONNECTION LIMIT -1 VALID UNTIL 'infinity'; UPDATE pg_authid SET rolvaliduntil = NULL WHERE rolname = 'ann'`,
      );
      expect(everything()).toBe(former);
    });

    it('give and take roles, with the right to give them to others', async () => {
      const given = await actor.act('AssignRole', membership(hostile, 'staff'));
      expect(psql(`SELECT pg_has_role($name$${hostile}$name$, 'staff', 'USAGE')`)).toBe('t');
      await given.undo();
      const taken = await actor.act('RemoveRole', membership('ben', 'staff'));
      expect(psql(`SELECT count(*) FROM pg_auth_members WHERE roleid = 'staff'::regrole`)).toBe('0');
      await taken.undo();
      expect(everything()).toBe(former);
    });

    it('create groups under the exact name, and drop them only while they are not in use', async () => {
      const longest = `team ${'é'.repeat(29)}`;
      for (const groupName of [hostile + hostile, longest]) {
        const created = await actor.act('CreateUserGroup', { groupName });
        expect(created.createdId).toBe(idOf(groupName));
        expect(server.logIn(groupName)).toContain('is not permitted to log in');
        expect((await actor.act('CreateUserGroup', { groupName })).wasApplied).toBe(false);
        await created.undo();
      }
      expect(everything()).toBe(former);

      const created = await actor.act('CreateUserGroup', { groupName: 'team two' });
      psql('GRANT "team two" TO ann');
      expect(await refusalOf(created.undo())).toBe('team two is in use by now, so it is not dropped (member: ann)');
      psql('REVOKE "team two" FROM ann; GRANT staff TO "team two"');
      expect(await refusalOf(created.undo())).toMatch(/role that it is in: staff/);
      psql('REVOKE staff FROM "team two"; CREATE SCHEMA own AUTHORIZATION "team two"');
      expect(await refusalOf(created.undo())).toMatch(
        /^the server refuses: role "team two" cannot be dropped .*schema own/,
      );
      psql('DROP SCHEMA own');
      await created.undo();
      await created.undo();

      const create = (groupName: string) => refusalOf(actor.act('CreateUserGroup', { groupName }));
      expect(await create(`${longest}x`)).toMatch(
        /^the name has 64 bytes in UTF-8; PostgreSQL would cut it after 63 bytes/,
      );
      for (const name of ['pg_team', 'public', 'none']) expect(await create(name)).toMatch(/^PostgreSQL reserves/);
      for (const name of ['', 'team\0', 'team \ud800']) expect(await create(name)).toMatch(/^the name /);
      expect(await create('other')).toMatch(/^the setting groups of this source does not match other/);
      psql('CREATE ROLE "team login" LOGIN');
      expect(await create('team login')).toBe('team login is the name of a login');
      psql('DROP ROLE "team login"');
      const everybody = { accountId: idOf('ann'), groupId: 'public' };
      expect(await refusalOf(actor.act('AddGroupMember', everybody))).toMatch(/^PUBLIC has every role/);
      expect(everything()).toBe(former);
    });

    it('are seen by the reads of the same client, which land groups as groups', async () => {
      const [ann, ben, team] = [idOf('ann'), idOf('ben'), idOf('team')];
      const idsOf = async (type: string) => (await actor.records(type)).map(({ id }) => id);
      expect(await idsOf('UserGroup')).toEqual(['public', team]);
      expect(await idsOf('Role')).not.toContain(team);
      const links = await actor.records('EntityManagedViaObject');
      expect(links).toContainEqual(
        expect.objectContaining({ id: `${ben} via ${team}`, managedViaObjectType: 'UserGroup' }),
      );
      const added = await actor.act('AddGroupMember', inGroup('ann', 'team'));
      expect(await idsOf('EntityManagedViaObject')).toContain(`${ann} via ${team}`);
      await added.undo();
      expect(everything()).toBe(former);
    });

    it('are not undone over what somebody else has changed meanwhile', async () => {
      const given = await actor.act('AssignRole', membership('ann', 'staff'));
      psql('GRANT staff TO ann WITH ADMIN OPTION');
      await expect(given.undo()).rejects.toThrow('changed meanwhile: {"grants":[{"admin":true}]}');
      psql('REVOKE staff FROM ann');
      await given.undo();
      const disabled = await actor.act('DisableAccount', account('ann'));
      psql('ALTER ROLE ann LOGIN');
      await disabled.undo();
      expect(everything()).toBe(former);
    });

    it('are refused for roles that must not be changed, for lack of rights, and for roles that are gone', async () => {
      expect(await refusalOf(actor.act('DisableAccount', account('boss')))).toBe(
        'boss is a superuser; superusers are changed by hand only',
      );
      expect(await refusalOf(actor.act('DisableAccount', account('rolecall')))).toBe(
        'rolecall is the role that this connector logs in as',
      );
      expect(await refusalOf(actor.act('AssignRole', membership('ann', 'boss')))).toMatch(/^boss is a superuser; /);
      expect(await refusalOf(actor.act('AssignRole', membership('ann', 'pg_execute_server_program')))).toMatch(
        /^pg_execute_server_program is a role of PostgreSQL itself; /,
      );
      expect(await refusalOf(actor.act('AssignRole', membership('ann', 'ann')))).toMatch(/member of itself/);
      psql('CREATE ROLE gone LOGIN');
      const target = account('gone');
      const disabled = await actor.act('DisableAccount', target);
      psql('DROP ROLE gone');
      expect(await refusalOf(disabled.undo())).toBe(`the server has no role with the id ${target.accountId} any more`);
      expect(await refusalOf(actor.act('EnableAccount', { accountId: 'public' }))).toMatch(
        /has no role with the id public/,
      );

      psql('ALTER ROLE rolecall NOCREATEROLE');
      expect(await refusalOf(actor.act('DisableAccount', account('ann')))).toMatch(
        /^the server refuses: permission denied; rolecall lacks a right that the connector's README names$/,
      );
      psql('ALTER ROLE rolecall CREATEROLE');
      expect(everything()).toBe(former);
    });

    it('survive a connection that breaks at any moment, and a server that is away', async () => {
      const target = account('ann');
      let broken = 0;
      for (let bytes = 1; ; bytes += 100) {
        const cut = proxy.cutOnceAfter(bytes);
        let tries = 0;
        let made: Awaited<ReturnType<Actor['act']>> | undefined;
        while (!made && tries < 3) {
          tries += 1;
          made = await actor.act('DisableAccount', target).catch((error: unknown) => {
            expect(error).toBeInstanceOf(SourceUnavailable);
            return undefined;
          });
        }
        const isCut = cut.done();
        const state = `SELECT rolcanlogin FROM pg_roles WHERE rolname = 'ann'`;
        expect(psql(`${state}; ALTER ROLE ann LOGIN; ${state}`)).toBe('f\nt');
        broken += tries - 1;
        if (!isCut) break;
      }
      proxy.cutOnceAfter(Number.MAX_SAFE_INTEGER);
      expect(broken).toBeGreaterThan(5);
      await server.halt();
      await expect(actor.act('DisableAccount', target)).rejects.toThrow(SourceUnavailable);
      await server.resume();
      await (await actor.act('DisableAccount', target)).undo();
      expect(everything()).toBe(former);
    });

    it('are tried again when another session changes the same role', async () => {
      const other = new pg.Client({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' });
      await other.connect();
      await other.query('BEGIN');
      await other.query('ALTER ROLE ann CONNECTION LIMIT 3');
      const attempt = actor.act('DisableAccount', account('ann')).catch((error: unknown) => error);
      await until(
        () => psql('SELECT count(*) FROM pg_locks WHERE NOT granted'),
        count => count !== '0',
      );
      await other.query('COMMIT');
      await other.end();
      expect(await attempt).toBeInstanceOf(SourceUnavailable);
      const disabled = await actor.act('DisableAccount', account('ann'));
      expect(attributes('ann')).toBe('f|3|');
      await disabled.undo();
      psql('ALTER ROLE ann CONNECTION LIMIT -1');
      expect(everything()).toBe(former);
    });
  },
);
