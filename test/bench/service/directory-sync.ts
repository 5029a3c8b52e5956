// Child process: two syncs of a directory by the real service; between them, ldapmodify changes some entries.
//
//   directory-sync.ts '{"folder":…,"settings":{…},"change":{"parameters":[…],"ldif":…}}'
//     →  {"first":{"landed":…,"published":…},"second":{…},"peakBytes":…}   seconds since the request; memory of the first extraction
import { execFileSync } from 'node:child_process';
import { pino } from 'pino';
import { ldap } from '../../../connectors/ldap/index.ts';
import { openService } from '../../../src/deployment/service.ts';
import { beginState, benchConfig } from './bench-config.ts';

const { folder, settings, change } = JSON.parse(process.argv[2]!) as {
  folder: string;
  settings: Record<string, unknown>;
  change?: { parameters: string[]; ldif: string };
};

const sampleEveryMs = 50;

const config = benchConfig(folder, [{ id: 'directory', connector: 'ldap', settings }]);
beginState(folder);
const service = await openService(config, {
  connectors: [ldap],
  log: pino({ level: 'warn', base: null }, pino.destination({ dest: 2, sync: true })),
});
await service.work(['extract', 'build', 'export', 'sweep']);

async function sync(): Promise<{ landed: number; published: number; peakBytes: number }> {
  const events = service.queue.watch(new AbortController().signal);
  let peakBytes = process.memoryUsage.rss();
  const sampling = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }, sampleEveryMs);
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  await service.tenant().requestSync('directory', 'operator');
  let landed = 0;
  for await (const event of events) {
    if (event.kind === 'run' && event.status === 'Failed') throw new Error('the run failed');
    if (event.kind === 'run' && event.status === 'Landed') {
      landed = seconds();
      clearInterval(sampling);
    }
    if (event.kind !== 'built') continue;
    if (event.status !== 'Published') throw new Error(`the build ended as ${event.status}`);
    break;
  }
  return { landed, published: seconds(), peakBytes };
}

const first = await sync();
if (change) execFileSync('ldapmodify', change.parameters, { input: change.ldif, stdio: ['pipe', 'ignore', 'inherit'] });
const second = change ? await sync() : first;
await service.close();
process.stdout.write(`${JSON.stringify({ first, second, peakBytes: first.peakBytes })}\n`);
process.exit();
