// Child process: one sync by the real service, from the request to the published version: of the scripted source, or of another one.
//
//   extraction.ts '{"folder":…,"accounts":…,"assignments":…}'
//   extraction.ts '{"folder":…,"source":{"id":…,"connector":…,"settings":…}}'
//     →  {@link Extraction}
import fs from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { connectors } from '../../../connectors/index.ts';
import { openService } from '../../../src/deployment/service.ts';
import { scripted } from '../data/scripted-connector.ts';
import { type BenchSource, beginState, benchConfig } from './bench-config.ts';

export interface Extraction {
  /** From the request to the published version, and until the data have landed. */
  readonly seconds: number;
  readonly landedSeconds: number;
  /** Resident memory at most until the data have landed, from then on until the version is published, and of both. */
  readonly extractionPeakBytes: number;
  readonly buildPeakBytes: number;
  readonly peakBytes: number;
  /** Step of the work → the seconds that it took. */
  readonly steps: Readonly<Record<string, number>>;
  /** Bytes that the deployment takes on the disk, at most meanwhile and in the end. */
  readonly diskPeakBytes: number;
  readonly diskBytes: number;
}

/** Step of a build → the name under which it is counted. The build also reports each table and collection, which belong to these. */
const stepsShown: Readonly<Record<string, string>> = {
  ...{ model: 'model', enrich: 'enrichment', analytics: 'analytics', impersonation: 'blast radii', risks: 'risks' },
  ...{ tables: 'tables', check: 'checks', search: 'search', changes: 'changes and documents', publish: 'publication' },
};

const sampleEveryMs = 200;
const sampleDiskEveryMs = 2000;
const blockBytes = 512;

const { folder, source, accounts, assignments } = JSON.parse(process.argv[2]!) as {
  folder: string;
  source?: BenchSource;
  accounts?: number;
  assignments?: number;
};

const chosen = source ?? { id: 'scripted', connector: 'scripted', settings: { accounts, assignments } };
const config = benchConfig(folder, [chosen]);
beginState(folder);
const service = await openService(config, {
  connectors: [...connectors, scripted],
  log: pino({ level: 'warn', base: null }, pino.destination({ dest: 2, sync: true })),
});
await service.work(['extract', 'build', 'export', 'sweep']);

let peakBytes = 0;
const sample = () => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
};
const sampling = setInterval(sample, sampleEveryMs);
let diskPeakBytes = 0;
const samplingDisk = setInterval(() => {
  try {
    diskPeakBytes = Math.max(diskPeakBytes, diskBytesOf(folder));
  } catch (error) {
    // A folder was removed while it was being read. The next sample comes soon.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}, sampleDiskEveryMs);

const events = service.queue.watch(new AbortController().signal);
const started = performance.now();
const secondsNow = () => (performance.now() - started) / 1000;
await service.tenant().requestSync(chosen.id, 'operator');
let landedSeconds = 0;
let extractionPeakBytes = 0;
const steps: Record<string, number> = {};
let step = 'extraction';
let stepSince = 0;
function beginStep(next: string): void {
  const now = secondsNow();
  steps[step] = (steps[step] ?? 0) + now - stepSince;
  step = next;
  stepSince = now;
}
for await (const event of events) {
  if (event.kind === 'build' && event.step in stepsShown) beginStep(stepsShown[event.step]!);
  if (event.kind === 'run' && event.status === 'Failed') throw new Error('the run failed');
  if (event.kind === 'run' && event.status === 'Landed') {
    landedSeconds = secondsNow();
    sample();
    extractionPeakBytes = peakBytes;
    peakBytes = 0;
  }
  if (event.kind !== 'built') continue;
  if (event.status !== 'Published') throw new Error(`the build ended as ${event.status}`);
  break;
}
beginStep('');
const seconds = secondsNow();
clearInterval(sampling);
clearInterval(samplingDisk);
sample();
const diskBytes = diskBytesOf(folder);
await service.close();
const measured: Extraction = {
  ...{ seconds, landedSeconds, steps, extractionPeakBytes, buildPeakBytes: peakBytes },
  ...{ peakBytes: Math.max(extractionPeakBytes, peakBytes) },
  ...{ diskPeakBytes: Math.max(diskPeakBytes, diskBytes), diskBytes },
};
process.stdout.write(`${JSON.stringify(measured)}\n`);
process.exit();

/** Counts a file with several names once. */
function diskBytesOf(below: string): number {
  const files = new Map<number, number>();
  for (const entry of fs.readdirSync(below, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const found = fs.statSync(path.join(entry.parentPath, entry.name), { throwIfNoEntry: false });
    if (found) files.set(found.ino, found.blocks * blockBytes);
  }
  return files.values().reduce((sum, bytes) => sum + bytes, 0);
}
