// A process that works on the action jobs of a deployment until none is open. Tests kill it.
import { setTimeout } from 'node:timers/promises';
import { loadConfig } from '../../../src/config/config-file.ts';
import { openService } from '../../../src/deployment/service.ts';
import { openActionJobs } from '../../../src/state/actions/jobs.ts';
import { requestsTo } from './remote-application.ts';
import { writableConnector } from './writable-connector.ts';

const [configFile, url] = process.argv.slice(2) as [string, string];
const service = await openService(loadConfig(configFile), { connectors: [writableConnector(requestsTo(url), 4)] });
await service.work(['act']);
while ((await openActionJobs(service.database, service.tenant().name)).length > 0) await setTimeout(10);
await service.close();
