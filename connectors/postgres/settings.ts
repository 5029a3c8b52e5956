// Settings of a `postgres` source.
import { z } from 'zod';
import { accountKindSettings } from '../../src/connector/sql/account-kind.ts';
import { sqlAnswerSettings } from '../../src/connector/sql/server.ts';
import { tlsSettings } from '../../src/connector/sql/tls.ts';

const names = z.array(z.string().min(1));

export const postgresSettings = z.strictObject({
  host: z.string().min(1).describe('Host name or address of the server, or the folder of its Unix socket'),
  port: z.int().min(1).max(65_535).default(5432).describe('Port of the server'),
  user: z.string().min(1).describe('The role that the connector logs in as'),
  password: z
    .string()
    .min(1)
    .optional()
    .describe('Password of the role; absent where the server asks for none')
    .meta({ secret: true }),
  database: z
    .string()
    .min(1)
    .default('postgres')
    .describe('The database from which roles and the list of databases are read'),
  databases: names
    .default(['*'])
    .describe('Names of the databases whose schemas are read, with `*` for any characters; default: all'),
  tls: tlsSettings,
  statement_timeout_s: z.int().min(1).max(86_400).default(300).describe('Seconds that one statement may take'),
  ...sqlAnswerSettings,
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
