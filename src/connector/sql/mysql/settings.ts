// Settings that every connection to a MySQL or MariaDB server needs.
import { z } from 'zod';
import { sqlAnswerSettings } from '../server.ts';
import { tlsSettings } from '../tls.ts';

export const mysqlLogin = {
  host: z.string().min(1).describe('Host name or address of the server, or the path of its Unix socket'),
  port: z.int().min(1).max(65_535).default(3306).describe('Port of the server'),
  user: z.string().min(1).describe('The account that the connector logs in as'),
  password: z
    .string()
    .min(1)
    .optional()
    .describe('Password of the account; absent where the server asks for none')
    .meta({ secret: true }),
};

export const mysqlLimits = {
  tls: tlsSettings,
  statement_timeout_s: z.int().min(1).max(86_400).default(300).describe('Seconds that one statement may take'),
  ...sqlAnswerSettings,
};

const _settings = z.strictObject({ ...mysqlLogin, ...mysqlLimits });

export type MysqlConnection = z.output<typeof _settings>;
