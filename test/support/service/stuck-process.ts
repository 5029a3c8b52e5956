// A process as `rolecall work` is one, whose only job never breaks off. It says when the job runs, and when it is told to stop.
import { writeSync } from 'node:fs';
import { endWithin, untilStopped } from '../../../src/cli/service/until-stopped.ts';
import { loadConfig } from '../../../src/config/config-file.ts';
import { openService } from '../../../src/deployment/service.ts';
import { account } from '../../../src/resources/account.ts';
import { pagesOf, sampleRecord, scriptedConnector } from '../scripted-source.ts';

const [, , file, withinMs] = process.argv;
const scripts = new Map([['app', { Account: pagesOf([sampleRecord(account, 0)]) }]]);
const service = await openService(loadConfig(file!), { connectors: [scriptedConnector(scripts)] });
// As a network file system whose server is gone.
service.storage.keepFile = () => {
  writeSync(1, 'stuck\n');
  return new Promise<never>(() => {});
};
await service.work();
await untilStopped();
writeSync(1, 'stopping\n');
endWithin(service.log, Number(withinMs));
await service.close({ requestsMs: 100, jobsMs: 100 });
