// The folder of the embedded database, for a deployment without a PostgreSQL server.
import path from 'node:path';
import type { Config } from '../../config/config-file.ts';

export function stateFolder({ data_dir }: Config): string {
  return path.join(data_dir, 'state');
}
