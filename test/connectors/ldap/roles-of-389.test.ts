// Roles of 389 Directory Server; server-389.long.test.ts tries the real one, which needs root. The scripted server hides what the real
// one hides: subentries from filters that do not name their class, attributes from requests that do not name them, and those to which the
// README gives no right.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ldap } from '../../../connectors/ldap/index.ts';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { openActor } from '../../conformance/acting.ts';
import {
  type Asked,
  type ScriptedAnswer,
  type ScriptedDirectory,
  startScriptedDirectory,
} from '../../support/directories/scripted-directory.ts';
import { changingSource } from './changing-source.ts';
import { readInFull } from './incremental.ts';

type Values = Readonly<Record<string, readonly string[]>>;

const base = 'dc=example,dc=org';
const people = `ou=People,${base}`;
const uniqueId = (number: number) => `0a1b2c3d-1dd211b2-80b0b1c3-0000000${number}`;
const role = (kind: string) => ['top', 'ldapSubEntry', 'nsRoleDefinition', `ns${kind}RoleDefinition`];

const directory: readonly (readonly [dn: string, attributes: Values])[] = [
  [base, { objectClass: ['top', 'domain'], nsUniqueId: [uniqueId(1)] }],
  [people, { objectClass: ['top', 'organizationalUnit'], ou: ['People'], nsUniqueId: [uniqueId(2)] }],
  [
    `uid=ann,${people}`,
    {
      objectClass: ['top', 'person', 'inetOrgPerson'],
      uid: ['ann'],
      nsUniqueId: [uniqueId(3)],
      nsRole: [`cn=managed,${people}`, `CN=filtered, ${people}`],
    },
  ],
  [
    `uid=ben,${people}`,
    {
      objectClass: ['top', 'person', 'inetOrgPerson'],
      uid: ['ben'],
      nsUniqueId: [uniqueId(4)],
      nsAccountLock: ['true'],
      nsRole: [`cn=managed,${people}`],
    },
  ],
  [
    `cn=dynamic,${people}`,
    {
      objectClass: ['top', 'groupOfURLs'],
      cn: ['dynamic'],
      nsUniqueId: [uniqueId(8)],
      memberURL: [`ldap:///${people}??sub?(uid=ann)`],
    },
  ],
  [`cn=managed,${people}`, { objectClass: role('Managed'), cn: ['managed'], nsUniqueId: [uniqueId(5)] }],
  [`cn=filtered,${people}`, { objectClass: role('Filtered'), cn: ['filtered'], nsUniqueId: [uniqueId(6)] }],
  [`cn=policy,${people}`, { objectClass: ['top', 'ldapSubEntry', 'passwordPolicy'], nsUniqueId: [uniqueId(7)] }],
];
const root: Values = {
  namingContexts: [base],
  vendorName: ['389 Project'],
  vendorVersion: ['389-Directory/3.1.1 B2024.200.0000'],
};

const readme = fs.readFileSync(path.join(import.meta.dirname, '../../../connectors/ldap/README.md'), 'utf8');
const granted = new Set(/targetattr="([^"]*)"\)\(version 3.0; acl "rolecall reads"/.exec(readme)![1]!.split(' || '));

/** An attribute in a request is its name as an octet string of BER. */
const isAsked = ({ text }: Asked, name: string) => text.includes(`\u0004${String.fromCharCode(name.length)}${name}`);

function answer(asked: Asked): ScriptedAnswer {
  if (asked.base === '') return { entries: [['', root]] };
  const shown = (values: Values) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => granted.has(name) && isAsked(asked, name)));
  // A search for no attributes asks whether a role lists an account, which roles of the server never do.
  if (isAsked(asked, '1.1')) return asked.text.includes('nsAccountLock') ? { entries: [[asked.base, {}]] } : {};
  const showsSubentries = asked.text.toLowerCase().includes('ldapsubentry');
  const visible = directory.filter(([, { objectClass }]) => showsSubentries || !objectClass!.includes('ldapSubEntry'));
  return { entries: visible.map(([dn, values]) => [dn, shown(values)] as const) };
}

let server: ScriptedDirectory;
let read: Map<string, Map<string, SourceRecord>>;
beforeAll(async () => {
  server = await startScriptedDirectory(answer);
  read = await readInFull({ url: server.url });
});
afterAll(() => server.stop());

it('are read, and no other subentry is', () => {
  expect([...read.get('Role')!.values()]).toEqual([
    expect.objectContaining({ id: uniqueId(5), name: 'managed', applicationRoleType: 'nsRoleDefinition' }),
    expect.objectContaining({ id: uniqueId(6), name: 'filtered', applicationRoleType: 'nsRoleDefinition' }),
  ]);
  expect([...read.values()].flatMap(records => [...records.keys()])).not.toContain(uniqueId(7));
});

it('have the accounts whose nsRole names them', () => {
  const memberships = [...read.get('EntityManagedViaObject')!.values()];
  expect(memberships.map(record => [record['entityId'], record['managedViaObjectId']])).toEqual([
    [uniqueId(3), uniqueId(5)],
    [uniqueId(3), uniqueId(6)],
    [uniqueId(4), uniqueId(5)],
  ]);
});

it('and dynamic groups whose members the server does not list are a gap', async () => {
  const source = changingSource({ url: server.url });
  await source.read({}, ['EntityManagedViaObject']);
  expect(source.gaps('EntityManagedViaObject')).toMatchObject([
    { subject: `cn=dynamic,${people}`, reason: 'unsupported', message: expect.stringMatching(/lists no members/) },
  ]);
});

it('and accounts have nsUniqueId as their id, and accounts nsAccountLock as their state', () => {
  expect([...read.get('Account')!.values()]).toEqual([
    expect.objectContaining({ id: uniqueId(3), alias: 'ann', enabled: true }),
    expect.objectContaining({ id: uniqueId(4), alias: 'ben', enabled: false }),
  ]);
});

it('are neither assigned nor removed, because the server decides who has them', async () => {
  const actor = await openActor(ldap, { url: server.url });
  try {
    expect(await actor.refusal('AssignRole', { accountId: uniqueId(3), roleId: uniqueId(6) })).toMatch(
      /the server itself decides who belongs to cn=filtered/,
    );
    // No attribute of the role lists the account, and it has the role all the same.
    expect(await actor.refusal('RemoveRole', { accountId: uniqueId(3), roleId: uniqueId(6) })).toMatch(
      /the server itself decides who belongs to cn=filtered/,
    );
  } finally {
    await actor.close();
  }
});
