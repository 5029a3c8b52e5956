// npm run bench [-- --rows N] [--only PART,…]; the parts are those below, and `cost` is some of them
//
// `--trial` measures each thing once, to see that every part still works; its figures mean nothing.
//
// Measures this service beside its peers, all on this machine and in this run, and prints a table of both sides.
//
//   measures/  a file is a part of the bench: what it measures, beside which peer, and the target
//   loads/     programs that send requests, run queries or add jobs, and time them
//   peers/     what the service is compared with
//   service/   the service in processes of its own
//   data/      the records that both sides get
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Bench } from './bench.ts';
import { run, settleDisk } from './child.ts';
import { machine } from './machine.ts';
import { measureAccess } from './measures/access.ts';
import { measureChanges } from './measures/changes.ts';
import { measureConsole } from './measures/console.ts';
import { measureOpenLdap, measureSamba } from './measures/directories.ts';
import { measureEnrichment } from './measures/enrichment.ts';
import { measureExports } from './measures/exports.ts';
import {
  measureAssignments,
  measureExtraction,
  measureExtractionMemory,
  measureGrowth,
} from './measures/extraction.ts';
import { measureFilters } from './measures/filters.ts';
import { measureGrants } from './measures/grants.ts';
import { measureIdle } from './measures/idle.ts';
import { measureQueries } from './measures/queries.ts';
import { measureQueue } from './measures/queue.ts';
import { measureServeProcesses } from './measures/serve-processes.ts';
import { measureServing } from './measures/serving.ts';
import { measureSharing } from './measures/sharing.ts';
import { measureSignals } from './measures/signals.ts';
import { measureSmallBesideLarge } from './measures/small-beside-large.ts';
import { measureSmallSync } from './measures/small-sync.ts';
import { measureStart } from './measures/start.ts';
import { measureSwitch } from './measures/switch.ts';
import { measureWorkers } from './measures/workers.ts';
import type { Extraction } from './service/extraction.ts';
import { startService } from './service/rolecall-server.ts';
import { type Line, markdownTable, seconds } from './table.ts';

const parts = {
  extraction: measureExtraction,
  assignments: measureAssignments,
  memory: measureExtractionMemory,
  growth: measureGrowth,
  grants: measureGrants,
  serving: measureServing,
  processes: measureServeProcesses,
  filters: measureFilters,
  console: measureConsole,
  start: measureStart,
  idle: measureIdle,
  exports: measureExports,
  queue: measureQueue,
  workers: measureWorkers,
  switch: measureSwitch,
  small: measureSmallSync,
  sharing: measureSharing,
  'small-beside-large': measureSmallBesideLarge,
  access: measureAccess,
  enrichment: measureEnrichment,
  openldap: measureOpenLdap,
  samba: measureSamba,
  // Late: it adds to the published version's DuckDB file, which nothing else reads.
  queries: measureQueries,
  // After it: it publishes another version.
  changes: measureChanges,
  signals: measureSignals,
} satisfies Record<string, (bench: Bench) => Promise<void>>;

/** What a deployment costs at 1,000,000 accounts and assignments: the parts that can be chosen together. */
const cost: readonly (keyof typeof parts)[] = [
  ...(['extraction', 'assignments', 'memory', 'growth', 'sharing', 'small-beside-large', 'switch', 'idle'] as const),
  ...(['serving', 'exports', 'queries'] as const),
];

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    trial: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  const usage = ['npm run bench [-- --rows N] [--only PART,…] [--trial]', `parts: ${Object.keys(parts).join(', ')}`];
  process.stdout.write(`${[...usage, `cost: ${cost.join(', ')}`].join('\n')}\n`);
  process.exit();
}
const rows = Number(values.rows);
const named = values.only?.split(',') ?? Object.keys(parts);
const chosen: readonly string[] = named.flatMap(name => (name === 'cost' ? [...cost] : [name]));
const unknown = chosen.find(name => !(name in parts));
const fewestRows = values.trial ? 400 : 1000;
if (!Number.isSafeInteger(rows) || rows < fewestRows) throw new Error(`--rows: a whole number from ${fewestRows} on`);
if (unknown)
  throw new Error(
    `--only: there is no part ${unknown}; there are ${Object.keys(parts).join(', ')}; cost is ${cost.join(', ')}`,
  );

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rolecall-bench-'));
const lines: Line[] = [];
let made: Promise<{ deployment: string; extraction: Extraction }> | undefined;
const started = performance.now();
const notes = [machine()];

const bench: Bench = {
  folder,
  rows,
  effort: (full, least = 1) => (values.trial ? least : full),
  report: line => {
    lines.push(line);
    bench.say([`  ${line.what}: ${line.ours}`, line.peer, line.ratio].filter(Boolean).join(' | '));
  },
  note: text => notes.push(text),
  say: text => process.stderr.write(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${text}\n`),
  skip: (part, why) => bench.say(`${part}: skipped: ${why}`),
  published: async () => (await publish()).deployment,
  extracted: async () => (await publish()).extraction,
};

function publish(): NonNullable<typeof made> {
  made ??= (async () => {
    const deployment = path.join(folder, 'published');
    bench.say(`publishing ${rows} accounts and ${rows} assignments`);
    settleDisk();
    const given = { folder: deployment, accounts: rows, assignments: rows };
    const extraction = await run<Extraction>('service/extraction.ts', given);
    // The first start makes what later ones find, so it is not measured.
    await (await startService(deployment)).child.stop();
    settleDisk();
    return { deployment, extraction };
  })();
  return made;
}

const taken: string[] = [];
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (!chosen.includes(name)) continue;
    const begun = performance.now();
    const failed = await measure(bench).catch((error: unknown) => {
      // The other parts are measured all the same.
      bench.say(`${name} failed: ${(error as Error).stack}`);
      process.exitCode = 1;
      return true;
    });
    taken.push(`${name} ${seconds((performance.now() - begun) / 1000)}${failed ? ' (failed)' : ''}`);
  }
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
const minutes = Math.round((performance.now() - started) / 60_000);
process.stdout.write(
  `${[...notes, `took ${minutes} minutes: ${taken.join(', ')}`].join(', ')}\n\n${markdownTable(lines)}`,
);
