// The reads of a MySQL or MariaDB server.
import type { Gap, Read } from '../../src/connector/contract.ts';
import {
  namesWithoutDatabase,
  objectsGap,
  readsInSections,
  type SectionedRead,
} from '../../src/connector/sql/section-pages.ts';
import type { MysqlClient } from './client.ts';
import { contentsOfDatabase, type PlacedType } from './ids.ts';
import { mysqlApplication } from './records/application.ts';
import { mysqlAssignmentSections } from './records/assignments.ts';
import {
  memberSection,
  mysqlAccountSection,
  mysqlRoleSection,
  ownMembershipSection,
  publicGroup,
} from './records/identities.ts';
import {
  asContainment,
  databasePlaces,
  mysqlClassRecords,
  mysqlContainmentSections,
  mysqlInstanceSections,
  mysqlServerInstance,
  patternContainments,
} from './records/places.ts';
import { grantRemains, membershipRemains } from './remains.ts';
import { type MysqlTypes, mysqlServer } from './sections.ts';

const reads: readonly SectionedRead<MysqlTypes>[] = [
  { lands: 'IntegratedApplication', fixed: async client => [mysqlApplication(client)], sections: [] },
  { lands: 'ResourceClass', fixed: async () => mysqlClassRecords, sections: [] },
  {
    lands: 'ResourceInstance',
    needs: ['ResourceClass'],
    fixed: async client => [
      mysqlServerInstance(client),
      ...(await databasePlaces(client)).map(place => ({ ...place })),
    ],
    gaps: client => hiddenTables(client, 'ResourceInstance'),
    sections: mysqlInstanceSections,
  },
  {
    lands: 'ResourceInstanceContainsResourceInstance',
    needs: ['ResourceInstance'],
    fixed: async client => [
      ...(await databasePlaces(client)).map(asContainment),
      ...(await patternContainments(client)),
    ],
    gaps: client => hiddenTables(client, 'ResourceInstanceContainsResourceInstance'),
    sections: mysqlContainmentSections,
  },
  { lands: 'UserGroup', fixed: publicGroup, sections: [] },
  { lands: 'Account', sections: [mysqlAccountSection] },
  { lands: 'Role', sections: [mysqlRoleSection] },
  {
    lands: 'EntityManagedViaObject',
    needs: ['Account', 'Role', 'UserGroup'],
    gaps: async client => [...(await mandatoryRoles(client)), ...(await membershipRemains(client))],
    sections: [ownMembershipSection, memberSection],
  },
  {
    lands: 'EntityAssignedAccessToObject',
    needs: ['Account', 'Role', 'UserGroup', 'ResourceInstance'],
    gaps: grantRemains,
    sections: mysqlAssignmentSections,
  },
];

/** The information schema shows only tables that the account has a privilege on. */
async function hiddenTables(client: MysqlClient, lands: PlacedType): Promise<Gap[]> {
  const unknown = (await unknownSchemas(client)).map(name => ({
    ...objectsGap('failed', 'setting databases', `there is no database ${name}, or it is not visible`),
    within: contentsOfDatabase(lands, name),
  }));
  if (await client.seesEveryTable()) return unknown;
  const message = `${client.settings.user} has no privilege on all tables, so it does not see all of them`;
  return [...unknown, objectsGap('forbidden', 'information_schema.TABLES', message)];
}

async function mandatoryRoles({ mandatoryRoles: roles }: MysqlClient): Promise<Gap[]> {
  if (roles === '') return [];
  return [
    objectsGap('unsupported', 'mandatory_roles', `every account also has the roles ${roles}, which are not read`),
  ];
}

/** Names in the setting `databases` that no visible database has. */
export async function unknownSchemas(client: MysqlClient): Promise<string[]> {
  const visible = (await client.databases()).filter(({ is_there }) => is_there);
  return namesWithoutDatabase(client.settings.databases, visible);
}

export const mysqlReads: readonly Read<MysqlClient>[] = readsInSections(mysqlServer, reads);
