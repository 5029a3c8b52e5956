// Describes the machine that the bench ran on, and its other load.
import os from 'node:os';
import { version } from '@duckdb/node-api';

export function machine(): string {
  const [processor] = os.cpus();
  return [
    `${os.availableParallelism()} cores (${processor?.model})`,
    `${Math.round(os.totalmem() / 1024 ** 3)} GiB`,
    `${os.type()} ${os.release()}`,
    `Node.js ${process.version}`,
    `DuckDB ${version()}`,
    `load average before ${os.loadavg()[0]!.toFixed(2)}`,
  ].join(', ');
}
