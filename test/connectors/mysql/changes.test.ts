// Changes on a MariaDB server, made with the least rights of the README and compared with what its own client says.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MysqlClient } from '../../../connectors/mysql/client.ts';
import { mysql } from '../../../connectors/mysql/index.ts';
import { SourceUnavailable } from '../../../src/connector/transient.ts';
import { type Actor, openActor, refusalOf } from '../../conformance/acting.ts';
import { brokenRules } from '../../conformance/broken-rules.ts';
import { faultsThroughService } from '../../support/actions/through-service.ts';
import { type CuttingProxy, startCuttingProxy } from '../../support/servers/cutting-proxy.ts';
import { type MariadbServer, mariadbMissing, startMariadb } from '../../support/servers/mariadb.ts';
import { until } from '../../support/until.ts';
import { leastRights, rightsForChanges } from './least-rights.ts';

const password = 'a secret & a half';
/** In backticks and in the id of an account. */
const hostile = "a`; DROP ROLE staff; --'@'x\\é";
const hostileInSql = `\`${hostile.replaceAll('`', '``')}\`@'%'`;

let server: MariadbServer;
let proxy: CuttingProxy;
let actor: Actor;
let former: string;

const account = (user: string, host = '%') => ({ accountId: `account:'${user.replaceAll("'", "''")}'@'${host}'` });
const membership = (user: string, role: string) => ({ ...account(user), roleId: `role:'${role}'` });
const settings = (changes: object = {}) => ({
  host: '127.0.0.1',
  port: server.port,
  user: 'rolecall',
  password,
  ...changes,
});
/** Everything about accounts and memberships. */
const everything = () =>
  server.run(
    `SELECT User, Host, JSON_REMOVE(Priv, '$.password_last_changed', '$.version_id') FROM mysql.global_priv ORDER BY 1, 2;
     SELECT * FROM mysql.roles_mapping ORDER BY 1, 2, 3`,
  );
const locked = (user: string) =>
  server.run(`SELECT coalesce(JSON_VALUE(Priv, '$.account_locked'), 0) FROM mysql.global_priv WHERE User = '${user}'`);

describe.skipIf(mariadbMissing)(`changes in MariaDB${mariadbMissing ? `; skipped: ${mariadbMissing}` : ''}`, () => {
  beforeAll(async () => {
    server = await startMariadb();
    server.run(`CREATE ROLE staff; CREATE ROLE other; CREATE USER ann@'%'; CREATE USER ben@'%'; CREATE USER ${hostileInSql};
      GRANT staff TO ben@'%' WITH ADMIN OPTION; SET DEFAULT ROLE staff FOR ben@'%'`);
    server.run(leastRights('rolecall', '127.0.0.1', password));
    server.run(rightsForChanges('rolecall', '127.0.0.1'));
    // Locking adds a member to the document of an account, and unlocking leaves it there.
    server.run(`ALTER USER ann@'%' ACCOUNT UNLOCK; ALTER USER ${hostileInSql} ACCOUNT UNLOCK`);
    proxy = await startCuttingProxy(server.port);
    actor = await openActor(mysql, settings({ port: proxy.port }));
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
    };
    expect(await brokenRules(mysql, settings(), '/', changes)).toEqual([]);
    expect(everything()).toBe(former);
  });

  it('are made and reverted by the service, as the client of the server shows', async () => {
    const changes = {
      DisableAccount: account('ann'),
      EnableAccount: account('ann'),
      AssignRole: membership('ann', 'staff'),
      RemoveRole: membership('ben', 'staff'),
    };
    expect(await faultsThroughService(mysql, settings(), changes, everything)).toEqual([]);
    expect(everything()).toBe(former);
  });

  it('lock and unlock accounts, also under a hostile name', async () => {
    for (const name of ['ann', hostile]) {
      expect(server.logIn(name)).toBe(`${name.replaceAll('\\', '\\\\')}@%`);
      const disabled = await actor.act('DisableAccount', account(name));
      expect(server.logIn(name)).toMatch(/account is locked/);
      expect((await actor.act('DisableAccount', account(name))).wasApplied).toBe(false);
      const enabled = await actor.act('ActivateAccount', account(name));
      expect(server.logIn(name)).toContain('@%');
      await enabled.undo();
      await disabled.undo();
      expect(server.logIn(name)).toContain('@%');
    }
    expect(everything()).toBe(former);
  });

  it('give and take roles, with the right to give them to others and the default role', async () => {
    const given = await actor.act('AssignRole', membership(hostile, 'staff'));
    expect(server.run(`SHOW GRANTS FOR ${hostileInSql}`)).toContain('GRANT `staff` TO');
    await given.undo();
    const taken = await actor.act('RemoveRole', membership('ben', 'staff'));
    expect(taken.before).toEqual({ member: true, adminOption: true, defaultRole: true });
    expect(server.run("SHOW GRANTS FOR ben@'%'")).not.toContain('GRANT `staff`');
    await taken.undo();
    expect(server.run("SHOW GRANTS FOR ben@'%'")).toContain('WITH ADMIN OPTION');
    expect(everything()).toBe(former);
  });

  it('are not undone over what somebody else has changed meanwhile', async () => {
    const given = await actor.act('AssignRole', membership('ann', 'staff'));
    server.run("GRANT staff TO ann@'%' WITH ADMIN OPTION");
    await expect(given.undo()).rejects.toThrow('changed meanwhile: {"adminOption":true,');
    server.run("REVOKE staff FROM ann@'%'");
    await given.undo();
    expect(everything()).toBe(former);
  });

  it('are refused for accounts that must not be changed, for lack of rights, and for accounts that are gone', async () => {
    const disable = (user: string, host?: string) => refusalOf(actor.act('DisableAccount', account(user, host)));
    expect(await disable('root', 'localhost')).toMatch(/^`root`@`localhost` has the privilege SUPER; /);
    expect(await disable('rolecall', '127.0.0.1')).toMatch(/is the account that this connector logs in as$/);
    expect(await disable('mariadb.sys', 'localhost')).toMatch(/belongs to the server itself$/);
    expect(await disable('ANN')).toMatch(/^the server has no account with the id account:'ANN'@'%' any more$/);
    expect(await refusalOf(actor.act('DisableAccount', { accountId: "role:'staff'" }))).toMatch(
      /no account with the id/,
    );
    expect(await refusalOf(actor.act('AssignRole', membership('ann', 'nothing')))).toMatch(/no role with the id/);
    // Without ADMIN OPTION on it.
    expect(await refusalOf(actor.act('AssignRole', membership('ann', 'other')))).toMatch(/^the server refuses: /);

    server.run("CREATE USER gone@'%'");
    const disabled = await actor.act('DisableAccount', account('gone'));
    server.run("DROP USER gone@'%'");
    expect(await refusalOf(disabled.undo())).toMatch(/no account with the id account:'gone'@'%' any more/);

    server.run("REVOKE CREATE USER ON *.* FROM rolecall@'127.0.0.1'");
    const poor = await openActor(mysql, settings());
    expect(await refusalOf(poor.act('DisableAccount', account('ann')))).toMatch(
      /^the server refuses: .*; rolecall lacks a right that the connector's README names$/,
    );
    await poor.close();
    server.run("GRANT CREATE USER ON *.* TO rolecall@'127.0.0.1'");
    expect(everything()).toBe(former);
  });

  it('end at once when the service shuts down, also while they wait for a lock', async () => {
    const backup = (await mysql.open(mysql.settings.parse(settings({ user: 'root', password: undefined })), {
      sourceId: 's',
      applicationInstanceId: 's',
      baseFolder: '/',
      signal: new AbortController().signal,
    })) as MysqlClient;
    await backup.changes.run('FLUSH TABLES WITH READ LOCK');
    const controller = new AbortController();
    const stopping = await openActor(mysql, settings(), controller.signal);
    const attempt = stopping.act('DisableAccount', account('ann')).catch((error: unknown) => error);
    await until(
      () => server.run('SHOW PROCESSLIST'),
      list => /Waiting for/.test(list),
    );
    controller.abort(new Error('shutdown'));
    expect(await attempt).toMatchObject({ message: 'shutdown' });
    await stopping.close();
    await mysql.close!(backup);
    await until(
      () => server.run('SHOW PROCESSLIST'),
      list => !/ALTER USER/.test(list),
    );
    // The server may have made the change nevertheless, which the next attempt finds out.
    await actor.act('DisableAccount', account('ann'));
    expect(locked('ann')).toBe('1\n');
    await actor.act('EnableAccount', account('ann'));
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
      expect(locked('ann')).toBe('1\n');
      broken += tries - 1;
      const isCut = cut.done();
      server.run("ALTER USER ann@'%' ACCOUNT UNLOCK");
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
});
