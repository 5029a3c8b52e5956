// What the connector can change on a PostgreSQL server.
import type { Actions, DeclaredActions } from '../../../src/connector/actions.ts';
import type { PostgresClient } from '../client.ts';
import { activateAccount, disableAccount, enableAccount } from './accounts.ts';
import { addGroupMember, createUserGroup, removeGroupMember } from './groups.ts';
import { assignRole, removeRole } from './memberships.ts';

export const postgresActions: Actions<PostgresClient> = {
  DisableAccount: disableAccount,
  EnableAccount: enableAccount,
  ActivateAccount: activateAccount,
  AssignRole: assignRole,
  RemoveRole: removeRole,
  AddGroupMember: addGroupMember,
  RemoveGroupMember: removeGroupMember,
  CreateUserGroup: createUserGroup,
};

const aboutRoles = 'CREATEROLE; since PostgreSQL 16 also ADMIN OPTION on the role';

export const postgresDeclaredActions: readonly DeclaredActions[] = [
  {
    operations: ['DisableAccount', 'EnableAccount', 'ActivateAccount'],
    effect:
      '`ALTER ROLE … NOLOGIN` or `LOGIN`. Enabling and activating also lift a connection limit of 0, and activating an expired VALID UNTIL',
    rights: aboutRoles,
    limits:
      'Open sessions go on. Superusers and the role of the connector are refused. Members of the role may still become it with SET ROLE',
  },
  {
    operations: ['AssignRole', 'RemoveRole', 'AddGroupMember', 'RemoveGroupMember'],
    effect: '`GRANT role TO account`, `REVOKE role FROM account` for every grantor',
    rights: 'CREATEROLE; since PostgreSQL 16 ADMIN OPTION on the role, and membership in each role that granted it',
    limits:
      'Superusers and roles of PostgreSQL itself (`pg_…`) are not given. Before PostgreSQL 16, undoing makes the connector the grantor. Since then, a role that the account has given to others is not taken',
  },
  {
    operations: ['CreateUserGroup'],
    effect: '`CREATE ROLE … NOLOGIN`, for names that the setting `groups` matches',
    rights: 'CREATEROLE',
    limits:
      'Undoing drops the role only while it has no members, owns nothing and has no privileges. Names longer than 63 bytes are refused',
  },
];
