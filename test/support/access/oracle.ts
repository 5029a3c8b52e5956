// Runs the oracle of effective access (reachability.py).
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { AccessGraph } from './graph.ts';

export type AccessRow = readonly [account: string, object: string, permissions: number];

const probe = spawnSync('python3', ['-c', 'import networkx']);

/** Undefined when networkx is there, otherwise why tests that need it are skipped. */
export const withoutOracle =
  probe.status === 0 ? undefined : 'python3-networkx is not installed (scripts/install-test-servers.sh)';

export function accessByOracle(graphs: Readonly<Record<string, AccessGraph>>): Record<string, AccessRow[]> {
  const script = path.join(import.meta.dirname, 'reachability.py');
  const { status, stdout, stderr } = spawnSync('python3', [script], {
    input: JSON.stringify(graphs),
    encoding: 'utf8',
    maxBuffer: 1024 ** 3,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
