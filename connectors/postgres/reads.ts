// The reads of a PostgreSQL server.
import type { Read } from '../../src/connector/contract.ts';
import type { PostgresClient } from './client.ts';
import { pagesOfSections, type SectionedRead } from './paging.ts';
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

const reads: readonly SectionedRead[] = [
  { lands: 'IntegratedApplication', fixed: client => [serverApplication(client)], sections: [] },
  { lands: 'ResourceClass', fixed: () => resourceClassRecords, sections: [] },
  {
    lands: 'ResourceInstance',
    needs: ['ResourceClass'],
    fixed: client => [serverInstance(client)],
    sections: instanceSections,
  },
  {
    lands: 'ResourceInstanceContainsResourceInstance',
    needs: ['ResourceInstance'],
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
    sections: assignmentSections,
  },
];

export const postgresReads: readonly Read<PostgresClient>[] = reads.map(read => ({
  lands: read.lands,
  ...(read.needs && { needs: read.needs }),
  pages: (client, cursor) => pagesOfSections(client, read, cursor),
}));
