// Child process: one sync by the real service, from the request to the published version: of the scripted source, or of another one.
//
//   extraction.ts '{"folder":…,"accounts":…,"assignments":…}'
//   extraction.ts '{"folder":…,"source":{"id":…,"connector":…,"settings":…}}'
//     →  {"seconds":…,"landedSeconds":…,"extractionPeakBytes":…,"peakBytes":…}
import path from 'node:path';
import { pino } from 'pino';
import { connectors } from '../../../connectors/index.ts';
import { openService } from '../../../src/deployment/service.ts';
import { scripted } from '../data/scripted-connector.ts';
import { type BenchSource, beginState, benchConfig } from './bench-config.ts';

const sampleEveryMs = 200;

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

const events = service.queue.watch(new AbortController().signal);
const started = performance.now();
const secondsNow = () => (performance.now() - started) / 1000;
await service.tenant().requestSync(chosen.id, 'operator');
let landedSeconds = 0;
let extractionPeakBytes = 0;
const steps: { step: string; atSeconds: number }[] = [];
for await (const event of events) {
  if (event.kind === 'build') steps.push({ step: event.step, atSeconds: secondsNow() });
  if (event.kind === 'run' && event.status === 'Failed') throw new Error('the run failed');
  if (event.kind === 'run' && event.status === 'Landed') {
    landedSeconds = secondsNow();
    sample();
    extractionPeakBytes = peakBytes;
  }
  if (event.kind !== 'built') continue;
  if (event.status !== 'Published') throw new Error(`the build ended as ${event.status}`);
  break;
}
const seconds = secondsNow();
clearInterval(sampling);
await service.close();
if (process.env['BENCH_STEPS']) process.stderr.write(`${path.basename(folder)} ${JSON.stringify(steps)}\n`);
process.stdout.write(`${JSON.stringify({ seconds, landedSeconds, extractionPeakBytes, peakBytes })}\n`);
process.exit();
