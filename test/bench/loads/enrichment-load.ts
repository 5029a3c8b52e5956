// Child process: makes landed files and the enrichment of a version from them, or counts blast radii in a graph.
//
//   enrichment-load.ts '{"make":{"folder":…,"accounts":…}}'  →  the landed files
//   enrichment-load.ts '{"build":{"folder":…,"landed":…}}'  →  {"steps":{"enrich":1.2,…},"peakBytes":…}
//   enrichment-load.ts '{"graph":{"folder":…,"nodes":…}}'  →  {"seconds":…,"peakBytes":…,"absent":…}
import fs from 'node:fs';
import { fillReachedAccounts } from '../../../src/warehouse/building/impersonation/fill-reached-accounts.ts';
import { openDuckDB } from '../../../src/warehouse/duckdb.ts';
import { buildEnriched, memoryBytes, threads } from '../data/enriched-version.ts';
import { type LandedType, makeEnrichmentData } from '../data/enrichment-data.ts';
import { makeImpersonationGraph } from '../data/impersonation-graph.ts';
import type { Counted, Enriched } from '../measures/enrichment.ts';

type Request =
  | { readonly make: { readonly folder: string; readonly accounts: number } }
  | { readonly build: { readonly folder: string; readonly landed: readonly LandedType[] } }
  | { readonly graph: { readonly folder: string; readonly nodes: number } };
const peakBytes = () => process.resourceUsage().maxRSS * 1024;

/** Ends the build, because only what comes before the writing of the tables is measured. */
const done = new Error('enriched');

const request = JSON.parse(process.argv[2]!) as Request;
const result =
  'make' in request
    ? await makeEnrichmentData(request.make.folder, request.make.accounts)
    : 'build' in request
      ? await build(request.build.folder, request.build.landed)
      : await count(request.graph.folder, request.graph.nodes);
process.stdout.write(`${JSON.stringify(result)}\n`);

async function build(folder: string, landed: readonly LandedType[]): Promise<Enriched> {
  const steps: Record<string, number> = {};
  let [step, since] = ['', performance.now()];
  const progress = (next: string) => {
    const now = performance.now();
    if (step !== '') steps[step] = (steps[step] ?? 0) + (now - since) / 1000;
    [step, since] = [next, now];
    if (next === 'tables') throw done;
  };
  await buildEnriched(folder, landed, progress).catch((error: unknown) => {
    if (error !== done) throw error;
  });
  return { steps, peakBytes: peakBytes() };
}

async function count(folder: string, nodes: number): Promise<Counted> {
  fs.mkdirSync(folder, { recursive: true });
  await using duckdb = await openDuckDB({ file: ':memory:', spillFolder: folder, threads, memoryBytes });
  await makeImpersonationGraph(duckdb, nodes);
  const started = performance.now();
  await fillReachedAccounts(duckdb);
  const seconds = (performance.now() - started) / 1000;
  const [row] = await duckdb.rows<{ absent: bigint; largest: number }>(
    'SELECT count(*) FILTER (accounts = -1) AS absent, max(accounts) AS largest FROM impersonation.reached',
  );
  return { seconds, peakBytes: peakBytes(), absent: Number(row!.absent), largest: row!.largest };
}
