// Settings that every connection to a PostgreSQL server needs.
import { z } from 'zod';
import { sqlAnswerSettings } from '../server.ts';
import { tlsSettings } from '../tls.ts';

export const postgresLogin = {
  host: z.string().min(1).describe('Host name or address of the server, or the folder of its Unix socket'),
  port: z.int().min(1).max(65_535).default(5432).describe('Port of the server'),
  user: z.string().min(1).describe('The role that the connector logs in as'),
  password: z
    .string()
    .min(1)
    .optional()
    .describe('Password of the role; absent where the server asks for none')
    .meta({ secret: true }),
};

export const postgresLimits = {
  tls: tlsSettings,
  statement_timeout_s: z.int().min(1).max(86_400).default(300).describe('Seconds that one statement may take'),
  ...sqlAnswerSettings,
};

const _settings = z.strictObject({ ...postgresLogin, ...postgresLimits });

export type PostgresConnection = z.output<typeof _settings>;
