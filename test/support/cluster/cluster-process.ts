// `rolecall serve` and `rolecall work` with a test connector and small batches. argv: the command, the configuration file, and the
// names of the queues (default: all).
import process from 'node:process';
import { endSoon, endWithin, untilStopped } from '../../../src/cli/service/until-stopped.ts';
import { loadConfig } from '../../../src/config/config-file.ts';
import { openService } from '../../../src/deployment/service.ts';
import { type JobName, jobNames } from '../../../src/jobs/queue.ts';
import { pagedConnector } from '../paged-source.ts';

const [, , command, file, queues] = process.argv;
const service = await openService(loadConfig(file!), { connectors: [pagedConnector], batchBytes: 4 * 1024 });
try {
  if (command === 'serve') await service.serve();
  else await service.work(queues === undefined ? jobNames : (queues.split(',') as JobName[]));
  service.log.info(command === 'serve' ? 'serving' : 'working');
  await untilStopped();
  endWithin(service.log);
} finally {
  await service.close();
  endSoon();
}
