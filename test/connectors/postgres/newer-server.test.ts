// Memberships of PostgreSQL 16 and newer, which say themselves whether the member inherits the role and may become it. The server is
// PGlite, compared with its own pg_has_role.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgres } from '../../../connectors/postgres/index.ts';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { openActor } from '../../conformance/acting.ts';
import { copyState } from '../../support/service/state-copy.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { rightsForChanges } from './least-rights.ts';

const folder = mkdtempSync(join(tmpdir(), 'rolecall-newer-'));
let server: EmbeddedPostgres;
const landed = new Map<string, SourceRecord[]>();

beforeAll(async () => {
  copyState(join(folder, 'data'));
  server = await startEmbeddedPostgres(join(folder, 'data'));
  const options = [
    'INHERIT TRUE, SET TRUE',
    'INHERIT FALSE, SET TRUE',
    'INHERIT TRUE, SET FALSE',
    'INHERIT FALSE, SET FALSE',
  ];
  await server.database.exec(`
    CREATE ROLE boss SUPERUSER; CREATE ROLE staff; CREATE ROLE owner LOGIN NOINHERIT; CREATE ROLE maker LOGIN CREATEROLE;
    ${options.map((option, index) => `CREATE ROLE member${index} LOGIN NOINHERIT; GRANT staff TO member${index} WITH ${option}, ADMIN ${index % 2 === 1};`).join('\n')}
    GRANT boss TO member0 WITH SET TRUE; GRANT boss TO member1 WITH INHERIT TRUE, SET FALSE;
    SET ROLE maker; CREATE ROLE made LOGIN; RESET ROLE;
    ALTER DATABASE postgres OWNER TO owner; CREATE TABLE t (a int); GRANT SELECT ON t TO pg_database_owner; GRANT MAINTAIN ON t TO staff`);
  const context = {
    sourceId: 'db',
    applicationInstanceId: 'db',
    baseFolder: '/',
    signal: new AbortController().signal,
  };
  const settings = { host: '127.0.0.1', port: server.port, user: 'postgres', databases: ['postgres'] };
  const client = await postgres.open(postgres.settings.parse(settings), context);
  for (const read of postgres.reads(client)) {
    const records: SourceRecord[] = [];
    for await (const page of read.pages(client, undefined)) {
      expect(page.gaps ?? []).toEqual([]);
      records.push(...page.records);
    }
    landed.set(read.lands, records);
  }
  await postgres.close!(client);
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Membership {
  readonly link: string;
  readonly inherits: boolean;
  readonly sets: boolean;
  readonly admin: boolean;
}

const specifiers = (id: string): string[] => {
  const assignment = landed.get('EntityAssignedAccessToObject')!.find(record => record.id === id);
  const { reasonSpecificData } = (assignment?.['entitlementSpecification'] ?? {}) as {
    reasonSpecificData?: { permissions: { fineGrainedSpecifiers: string[] } };
  };
  return reasonSpecificData?.permissions.fineGrainedSpecifiers ?? [];
};

it('lands memberships with the options that they have', async () => {
  const { rows } = await server.database.query<Membership>(
    `SELECT 'role:' || member || ' {} role:' || roleid AS link, bool_or(inherit_option) AS inherits, bool_or(set_option) AS sets,
       bool_or(admin_option) AS admin FROM pg_auth_members GROUP BY member, roleid`,
  );
  expect(rows.length).toBeGreaterThan(8);
  const memberships = new Set(landed.get('EntityManagedViaObject')!.map(({ id }) => id));
  for (const { link, inherits, sets, admin } of rows) {
    const held = specifiers(link.replace('{}', 'on')).filter(name => !name.startsWith('impersonate:'));
    expect(held).toEqual([...(inherits ? ['INHERIT'] : []), ...(sets ? ['SET'] : []), ...(admin ? ['ADMIN'] : [])]);
    expect(memberships.has(link.replace('{}', 'via'))).toBe(inherits || sets);
  }
});

it('has a role for a login only when others may use it', async () => {
  const roles = landed.get('Role')!.map(({ name }) => name);
  expect(roles).toEqual(expect.arrayContaining(['boss', 'staff', 'pg_maintain']));
  // Who makes a role may only administer it.
  expect(roles).not.toContain('made');
  const { rows } = await server.database.query<{ name: string; admin: boolean }>(
    `SELECT rolname AS name, rolsuper OR pg_has_role(oid, (SELECT oid FROM pg_roles WHERE rolname = 'boss'), 'SET') AS admin
     FROM pg_roles WHERE rolcanlogin ORDER BY rolname`,
  );
  const accounts = landed.get('Account')!.map(({ alias, isAdmin }) => ({ name: alias, admin: isAdmin }));
  expect(accounts.toSorted((a, b) => (String(a.name) < String(b.name) ? -1 : 1))).toEqual(rows);
  expect(rows.filter(({ admin }) => admin).map(({ name }) => name)).toEqual(['member0', 'postgres']);
});

it('gives the owner of a database the privileges of pg_database_owner, with or without INHERIT', async () => {
  const { rows } = await server.database.query<{ id: string; held: boolean }>(
    `SELECT 'role:' || r.oid || ' on relation:' || d.oid || '.' || c.oid AS id, has_table_privilege(r.oid, c.oid, 'SELECT') AS held
     FROM pg_roles AS r, pg_database AS d, pg_class AS c
     WHERE rolname = 'owner' AND datname = current_database() AND c.oid = 'public.t'::regclass`,
  );
  expect(rows[0]!.held).toBe(true);
  const [own] = landed
    .get('EntityAssignedAccessToObject')!
    .filter(({ id }) => id === `${rows[0]!.id} as database owner`);
  expect(JSON.stringify(own)).toContain('{"name":"inherits","namespace":"grant","type":"boolean","value":true}');
  expect(specifiers(own!.id)).toEqual(['SELECT']);
});

const statement = (text: string) => server.database.exec(text);

async function idOf(name: string): Promise<string> {
  const text = `SELECT 'role:' || oid AS id FROM pg_roles WHERE rolname = '${name}'`;
  return (await server.database.query<{ id: string }>(text)).rows[0]!.id;
}

it('gives and takes roles with their options, from every grantor', async () => {
  const grants = async () =>
    (
      await server.database.query(
        `SELECT roleid::regrole AS role, member::regrole AS member, grantor::regrole AS grantor, admin_option, inherit_option, set_option
         FROM pg_auth_members WHERE roleid >= 16384 ORDER BY 1, 2, 3`,
      )
    ).rows;
  // PGlite has one session for all connections, and that of the reads has begun a transaction.
  await statement(`ROLLBACK; CREATE ROLE second; CREATE ROLE held LOGIN NOINHERIT;
    GRANT staff TO second WITH ADMIN TRUE; GRANT staff TO held WITH INHERIT TRUE, SET FALSE;
    GRANT staff TO held WITH ADMIN TRUE, INHERIT FALSE GRANTED BY second; GRANT staff TO member2 GRANTED BY held`);
  const settings = { host: '127.0.0.1', port: server.port, user: 'postgres', databases: ['postgres'] };
  const actor = await openActor(postgres, settings);
  await statement('ROLLBACK');
  const heldInStaff = { accountId: await idOf('held'), roleId: await idOf('staff') };

  // The account has given the role to another one.
  await expect(actor.act('RemoveRole', heldInStaff)).rejects.toThrow(/^the server refuses: dependent privileges exist/);
  await statement('REVOKE staff FROM member2 GRANTED BY held');
  const former = await grants();
  const removed = await actor.act('RemoveRole', heldInStaff);
  expect(removed.before).toEqual({
    grants: [
      { grantor: 'postgres', admin: false, inherit: true, set: false },
      { grantor: 'second', admin: true, inherit: false, set: true },
    ],
  });
  const given = await actor.act('AssignRole', heldInStaff);
  expect(given.after).toEqual({ grants: [{ grantor: 'postgres', admin: false, inherit: false, set: true }] });
  await given.undo();
  await removed.undo();
  expect(await grants()).toEqual(former);

  // Whoever may only administer the role is not a member for the reads, and becomes one.
  await statement(
    'REVOKE staff FROM held GRANTED BY second; GRANT staff TO held WITH ADMIN TRUE, INHERIT FALSE, SET FALSE',
  );
  const administers = await grants();
  const made = await actor.act('AssignRole', heldInStaff);
  expect(made.after).toEqual({ grants: [{ grantor: 'postgres', admin: true, inherit: false, set: true }] });
  await made.undo();
  expect(await grants()).toEqual(administers);
  await actor.close();
});

it('needs only the rights of the README for changes', async () => {
  await statement(`CREATE ROLE ann LOGIN; ${rightsForChanges('newer')}`);
  const settings = {
    host: '127.0.0.1',
    port: server.port,
    user: 'rolecall',
    databases: ['postgres'],
    groups: ['team'],
  };
  const actor = await openActor(postgres, settings);
  await statement('ROLLBACK; SET SESSION AUTHORIZATION rolecall');
  const [ann, staff] = [await idOf('ann'), await idOf('staff')];
  await (await actor.act('DisableAccount', { accountId: ann })).undo();
  const given = await actor.act('AssignRole', { accountId: ann, roleId: staff });
  await (await actor.act('RemoveRole', { accountId: ann, roleId: staff })).undo();
  await given.undo();
  await (await actor.act('CreateUserGroup', { groupName: 'team' })).undo();
  await expect(actor.act('DisableAccount', { accountId: await idOf('member0') })).rejects.toThrow(
    /^the server refuses: permission denied to alter role .*; rolecall lacks a right that the connector's README names$/,
  );
  await statement('RESET SESSION AUTHORIZATION');
  await actor.close();
});
