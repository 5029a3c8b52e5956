// A process as `rolecall work` is one, whose only job never breaks off. It says when the job runs, and when it is told to stop.
import { writeSync } from 'node:fs';
import { endWithin, untilStopped } from '../../src/cli/until-stopped.ts';
import { loadConfig } from '../../src/config.ts';
import { openService } from '../../src/service.ts';
import { scriptedConnector } from './scripted-source.ts';

const [, , file, withinMs] = process.argv;
const forever = new Promise<never>(() => {});
const scripts = new Map([
  [
    'app',
    {
      // biome-ignore lint/correctness/useYield: nothing ever comes
      async *Account() {
        writeSync(1, 'stuck\n');
        await forever;
      },
    },
  ],
]);
const service = await openService(loadConfig(file!), { connectors: [scriptedConnector(scripts)] });
await service.work();
await untilStopped();
writeSync(1, 'stopping\n');
endWithin(service.log, Number(withinMs));
await service.close({ requestsMs: 100, jobsMs: 100 });
