// Settings of a `mysql` source.
import { z } from 'zod';
import { accountKindSettings } from '../../src/connector/sql/account-kind.ts';
import { mysqlLimits, mysqlLogin } from '../../src/connector/sql/mysql/settings.ts';

export const mysqlSettings = z.strictObject({
  ...mysqlLogin,
  databases: z
    .array(z.string().min(1))
    .default(['*'])
    .describe('Names of the databases whose tables are read, with `*` for any characters; default: all'),
  ...mysqlLimits,
  ...accountKindSettings,
});

export type MysqlSettings = z.output<typeof mysqlSettings>;
