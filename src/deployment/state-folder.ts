// Where a deployment without a server for its state keeps it.
import path from 'node:path';
import type { Config } from '../config/config-file.ts';

export function stateFolder({ data_dir }: Config): string {
  return path.join(data_dir, 'state');
}
