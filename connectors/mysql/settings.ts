// Settings of a `mysql` source.
import { z } from 'zod';
import { accountKindSettings } from '../../src/connector/sql/account-kind.ts';
import { sqlAnswerSettings } from '../../src/connector/sql/server.ts';
import { tlsSettings } from '../../src/connector/sql/tls.ts';

export const mysqlSettings = z.strictObject({
  host: z.string().min(1).describe('Host name or address of the server, or the path of its Unix socket'),
  port: z.int().min(1).max(65_535).default(3306).describe('Port of the server'),
  user: z.string().min(1).describe('The account that the connector logs in as'),
  password: z
    .string()
    .min(1)
    .optional()
    .describe('Password of the account; absent where the server asks for none')
    .meta({ secret: true }),
  databases: z
    .array(z.string().min(1))
    .default(['*'])
    .describe('Names of the databases whose tables are read, with `*` for any characters; default: all'),
  tls: tlsSettings,
  statement_timeout_s: z.int().min(1).max(86_400).default(300).describe('Seconds that one statement may take'),
  ...sqlAnswerSettings,
  ...accountKindSettings,
});

export type MysqlSettings = z.output<typeof mysqlSettings>;
