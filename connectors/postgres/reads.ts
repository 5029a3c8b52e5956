// The reads of a PostgreSQL server.
import type { Gap, ObjectsRead, Read } from '../../src/connector/contract.ts';
import { objectsOfLists } from '../../src/connector/record-pages.ts';
import { isForbidden } from '../../src/connector/sql/postgres/failures.ts';
import {
  namesWithoutDatabase,
  objectsGap,
  readsInSections,
  type SectionedRead,
} from '../../src/connector/sql/section-pages.ts';
import type { PostgresClient } from './client.ts';
import { databaseContents, databaseId } from './ids.ts';
import { serverApplication } from './records/application.ts';
import { assignmentSections } from './records/assignments.ts';
import {
  accountMembershipSection,
  accountSection,
  everyRolesGroup,
  groupSection,
  roleMembershipSection,
  roleSection,
} from './records/identities.ts';
import { containmentSections, instanceSections, resourceClassRecords, serverInstance } from './records/places.ts';
import { type PostgresTypes, postgresServer } from './sections.ts';

const reads: readonly SectionedRead<PostgresTypes>[] = [
  { lands: 'IntegratedApplication', fixed: client => [serverApplication(client)], sections: [] },
  { lands: 'ResourceClass', fixed: () => resourceClassRecords, sections: [] },
  {
    lands: 'ResourceInstance',
    needs: ['ResourceClass'],
    fixed: client => [serverInstance(client)],
    gaps: client => unknownDatabases(client, 'ResourceInstance'),
    sections: instanceSections,
  },
  {
    lands: 'ResourceInstanceContainsResourceInstance',
    needs: ['ResourceInstance'],
    gaps: client => unknownDatabases(client, 'ResourceInstanceContainsResourceInstance'),
    sections: containmentSections,
  },
  { lands: 'UserGroup', fixed: () => [everyRolesGroup], sections: [groupSection] },
  { lands: 'Account', sections: [accountSection] },
  { lands: 'Role', sections: [roleSection] },
  {
    lands: 'EntityManagedViaObject',
    needs: ['Account', 'Role', 'UserGroup'],
    sections: [accountMembershipSection, roleMembershipSection],
  },
  {
    lands: 'EntityAssignedAccessToObject',
    needs: ['Account', 'Role', 'UserGroup', 'ResourceInstance'],
    gaps: client => unknownDatabases(client, 'EntityAssignedAccessToObject'),
    sections: assignmentSections,
  },
];

/** A name may be a mistake, so what former runs landed of a database with this name is kept. */
async function unknownDatabases(client: PostgresClient, lands: string): Promise<Gap[]> {
  try {
    const unknown = namesWithoutDatabase(client.settings.databases, await client.databases());
    if (unknown.length === 0) return [];
    const former = await client.formerDatabases();
    return unknown.map(name => {
      const oids = [...former].filter(([, formerName]) => formerName === name).map(([oid]) => oid);
      const { is = [], ...contents } = databaseContents(lands, oids)!;
      const within = { ...contents, is: [...is, ...oids.map(databaseId)] };
      return { ...objectsGap('failed', 'setting databases', `there is no database ${name}`), within };
    });
  } catch (error) {
    // The sections that are read in each database report this. Those of the whole server can be read nevertheless.
    if (!isForbidden(error)) throw error;
    return [];
  }
}

export const postgresReads: readonly Read<PostgresClient>[] = readsInSections(postgresServer, reads);

/** All roles come with one query, which is as cheap as one for a few of them. */
export const readLogins = (client: PostgresClient, ids: readonly string[]): Promise<ObjectsRead> => {
  const accounts = postgresReads.find(({ lands }) => lands === 'Account')!;
  return objectsOfLists(accounts.pages(client, undefined), ids);
};
