// Settings of a `postgres` source.
import { z } from 'zod';
import { accountKindSettings } from '../../src/connector/sql/account-kind.ts';
import { postgresLimits, postgresLogin } from '../../src/connector/sql/postgres/settings.ts';

const names = z.array(z.string().min(1));

export const postgresSettings = z.strictObject({
  ...postgresLogin,
  database: z
    .string()
    .min(1)
    .default('postgres')
    .describe('The database from which roles and the list of databases are read'),
  databases: names
    .default(['*'])
    .describe('Names of the databases whose schemas are read, with `*` for any characters; default: all'),
  ...postgresLimits,
  most_connections: z
    .int()
    .min(1)
    .max(1000)
    .default(8)
    .describe(
      'Connections that stay open during a run, each with one snapshot of its database. The other databases get a new connection for each type that is read',
    ),
  ...accountKindSettings,
  disabled_accounts: names
    .default([])
    .describe(
      'Names of roles without LOGIN that are disabled accounts, with `*` for any characters. A role that an earlier run read as an account needs no mention',
    ),
  groups: names
    .default([])
    .describe(
      'Names of roles without LOGIN that are groups, with `*` for any characters. They are landed as UserGroup; all other roles without LOGIN as Role',
    ),
});

export type PostgresSettings = z.output<typeof postgresSettings>;
