// Blast radii compared with networkx: on random graphs with cycles and a large component, and on the identities of an AWS account.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Graph } from '../../src/warehouse/build/impersonation/graph.ts';
import { countReachedAccounts } from '../../src/warehouse/build/impersonation/reached-accounts.ts';
import { isLong } from '../support/long-tests.ts';
import { seededRandom } from '../support/random.ts';
import { pagesOf, type Script } from '../support/scripted-source.ts';
import { instanceOf, type Item, startService, type TestService } from '../support/service/service.ts';
import { account, impersonating } from './records.ts';

const missing =
  spawnSync('python3', ['-c', 'import networkx']).status === 0 ? undefined : 'python3-networkx is not installed';

interface Named {
  readonly nodes: readonly string[];
  readonly edges: readonly (readonly [string, string])[];
}

/** For each graph: node → how many others it reaches. */
function descendants(graphs: readonly Named[]): Record<string, number>[] {
  const output = execFileSync('python3', [path.join(import.meta.dirname, 'descendants.py')], {
    input: graphs.map(graph => JSON.stringify(graph)).join('\n'),
    maxBuffer: 2 ** 28,
  });
  return output.toString().trim().split('\n').map(line => JSON.parse(line));
}
