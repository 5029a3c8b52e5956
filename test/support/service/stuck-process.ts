// A process like `rolecall work` whose only job never stops. It prints a line when the job runs, and one when it is asked to stop.
import { writeSync } from 'node:fs';
import { endWithin, untilStopped } from '../../../src/cli/service/until-stopped.ts';
import { loadConfig } from '../../../src/config/config-file.ts';
import { openService } from '../../../src/deployment/service.ts';
import { account } from '../../../src/resources/account.ts';
import { pagesOf, sampleRecord, scriptedConnector } from '../scripted-source.ts';

const [, , file, withinMs] = process.argv;
const scripts = new Map([['app', { Account: pagesOf([sampleRecord(account, 0)]) }]]);
const service = await openService(loadConfig(file!), { connectors: [scriptedConnector(scripts)] });
// Never resolves, like a network file system whose server is gone.
service.storage.keepFile = () => {
  writeSync(1, 'stuck\n');
  return new Promise<never>(() => {});
};
await service.work();
await untilStopped();
writeSync(1, 'stopping\n');
endWithin(service.log, Number(withinMs));
await service.close({ requestsMs: 100, jobsMs: 100 });
