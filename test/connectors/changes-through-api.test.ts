// Changes through the API in a PostgreSQL server, a MariaDB server and a machine: their own clients see each of them, the data show
// it, and after its revert the systems are exactly as they were.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { host } from '../../connectors/host/index.ts';
import { mysql } from '../../connectors/mysql/index.ts';
import { postgres } from '../../connectors/postgres/index.ts';
import { driving, type WritableService } from '../support/actions/writable-service.ts';
import { sendAs } from '../support/send.ts';
import { type MariadbServer, mariadbMissing, startMariadb } from '../support/servers/mariadb.ts';
import { postgresMissing } from '../support/servers/postgres.ts';
import { type Item, startService } from '../support/service/service.ts';
import { linesIn, logsIn, makeLoginRoot, passwordHash, whyNoTools, writeBelow } from './host/login-chroot.ts';
import { leastRights, rightsForChanges as rightsInMariadb } from './mysql/least-rights.ts';
import { rightsForChanges } from './postgres/least-rights.ts';
import { type PsqlServer, startPsqlServer } from './postgres/psql-server.ts';

const reason = postgresMissing ?? mariadbMissing ?? whyNoTools();

const machine = {
  'etc/passwd': 'root:x:0:0:root:/:/bin/sh\nann:x:1000:1000:Ann:/:/bin/sh\n',
  'etc/shadow': `root:*:19000:0:99999:7:::\nann:${passwordHash}:19000:0:99999:7:::\n`,
  'etc/group': 'root:x:0:\nann:x:1000:\nstaff:x:2000:\n',
  'etc/gshadow': 'root:*::\nann:!::\nstaff:!::\n',
};

/** What a system's own clients say. */
interface System {
  readonly source: string;
  /** Collection and name of what `ann` can be put into. */
  readonly holders: readonly (readonly ['roles' | 'user-groups', string])[];
  /** Local id of the account `ann`. */
  ann(): string;
  /** Everything about accounts, groups and roles. */
  state(): string;
  logsIn(): boolean;
}

let postgresServer: PsqlServer;
let mariadb: MariadbServer;
let root: string;
let service: WritableService;

const systems: readonly System[] = [
  {
    source: 'postgres',
    holders: [
      ['roles', 'staff'],
      ['user-groups', 'team'],
    ],
    ann: () => postgresServer.psql(`SELECT 'role:' || 'ann'::regrole::oid`),
    state: () =>
      postgresServer.psql(
        'TABLE pg_roles ORDER BY oid; SELECT roleid, member, admin_option FROM pg_auth_members ORDER BY 1, 2',
      ),
    logsIn: () => postgresServer.logIn('ann') === 'ann',
  },
  {
    source: 'mysql',
    holders: [['roles', 'staff']],
    ann: () => "account:'ann'@'%'",
    state: () =>
      mariadb.run(
        'SELECT User, Priv FROM mysql.global_priv ORDER BY 1; SELECT * FROM mysql.roles_mapping ORDER BY 1, 2, 3',
      ),
    logsIn: () => mariadb.logIn('ann') === 'ann@%',
  },
  {
    source: 'host',
    holders: [['user-groups', 'staff']],
    ann: () => 'user:ann',
    state: () => JSON.stringify(Object.keys(machine).map(path => linesIn(root, path))),
    logsIn: () => logsIn(root, 'ann', 'key'),
  },
];

async function setUp(): Promise<void> {
  postgresServer = await startPsqlServer();
  postgresServer.psql(`${rightsForChanges('older')}; CREATE ROLE ann LOGIN; CREATE ROLE staff; CREATE ROLE team`);
  mariadb = await startMariadb();
  mariadb.run("CREATE ROLE staff; CREATE USER ann@'%'; ALTER USER ann@'%' ACCOUNT UNLOCK");
  mariadb.run(leastRights('rolecall', '127.0.0.1', 'secret'));
  mariadb.run(rightsInMariadb('rolecall', '127.0.0.1'));
  root = makeLoginRoot();
  writeBelow(root, machine);
  const login = { host: '127.0.0.1', user: 'rolecall' };
  const settings = {
    postgres: { ...login, port: postgresServer.port, databases: ['postgres'], groups: ['team*'] },
    mysql: { ...login, port: mariadb.port, password: 'secret', databases: ['information_schema'] },
    host: { root, change_accounts: true },
  };
  const test = await startService({
    work: ['act', 'extract', 'build', 'export', 'sweep'],
    connectors: [postgres, mysql, host],
    settings: {
      sources: Object.entries(settings).map(([id, own]) => ({ id, connector: id, writes: true, settings: own })),
      hold_back: { gone_percent: 100 },
    },
  });
  await test.sync();
  service = driving(test, sendAs(test, await test.token()));
}

describe.skipIf(reason)(`changes through the API${reason ? `; skipped: ${reason}` : ''}`, () => {
  beforeAll(setUp, 120_000);
  afterAll(async () => {
    await service?.test.close();
    await postgresServer?.stop();
    await mariadb?.stop();
    if (root) rmSync(root, { recursive: true, force: true });
  });

  /** The global id of an object by what tells it from the others of its source. */
  async function find(collection: string, source: string, isIt: (item: Item) => boolean): Promise<string> {
    const path = `/v1/${collection}?applicationInstanceId=${service.instance(source)}&pageSize=200`;
    return (await service.test.everyItem(path)).find(isIt).globalId;
  }
  const completed = async (...request: Parameters<WritableService['send']>) => {
    const job = await service.change(...request);
    expect(await service.results(job.id)).toMatchObject([{ status: 'Succeeded' }]);
    return job;
  };

  it.each(systems)('disable, enable and activate an account in $source', async system => {
    const former = system.state();
    const ann = await find('accounts', system.source, ({ id }) => id === system.ann());
    const disabled = await completed('POST', `/v1/accounts/${ann}/disable`);
    expect(system.logsIn()).toBe(false);
    expect(await service.shown(`/v1/accounts/${ann}`, disabled.id)).toMatchObject({ enabled: false });
    for (const operation of ['enable', 'activate']) {
      const job = await completed('POST', `/v1/accounts/${ann}/${operation}`);
      expect(system.logsIn(), operation).toBe(true);
      expect(await service.revert(job.id)).toMatchObject({ status: 'Completed' });
      expect(system.logsIn(), operation).toBe(false);
    }
    const reverted = await service.revert(disabled.id);
    expect(reverted).toMatchObject({ status: 'Completed' });
    expect(system.logsIn()).toBe(true);
    expect(system.state()).toBe(former);
    expect(await service.shown(`/v1/accounts/${ann}`, reverted.id)).toMatchObject({ enabled: true });
  });

  it.each(systems)('give and take roles and groups in $source', async system => {
    const ann = await find('accounts', system.source, ({ id }) => id === system.ann());
    for (const [collection, name] of system.holders) {
      const holder = await find(collection, system.source, item => item.name === name);
      const path = `/v1/${collection}/${holder}/${collection === 'roles' ? 'assignees' : 'members'}/${ann}`;
      const former = system.state();
      await completed('PUT', path);
      const held = system.state();
      expect(held).not.toBe(former);
      const taken = await completed('DELETE', path);
      expect(system.state()).toBe(former);
      expect(await service.revert(taken.id)).toMatchObject({ status: 'Completed' });
      expect(system.state()).toBe(held);
      await completed('DELETE', path);
    }
  });

  it.each(systems.filter(({ source }) => source !== 'mysql'))('create a group in $source', async system => {
    const former = system.state();
    const groupName = 'team*)(uid=*"';
    const applicationInstanceId = service.instance(system.source);
    const job = await completed('POST', '/v1/user-groups', { applicationInstanceId, groupName });
    const [{ target }] = (await service.results(job.id)) as [Item];
    expect(await service.shown(`/v1/user-groups/${target}`, job.id)).toMatchObject({ name: groupName });
    expect(await service.revert(job.id)).toMatchObject({ status: 'Completed' });
    expect(system.state()).toBe(former);
  });
});
