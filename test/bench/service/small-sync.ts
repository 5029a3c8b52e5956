// Child process: syncs a small source of every type with the embedded database, to measure the fixed cost of a sync.
//
//   small-sync.ts '{"folder":…,"records":…,"rounds":…}'  →  seconds of each round, from the request to the published version
import fs from 'node:fs';
import path from 'node:path';
import { parseConfig } from '../../../src/config/config-file.ts';
import { createOperator } from '../../../src/deployment/operator/operator.ts';
import { openService } from '../../../src/deployment/service.ts';
import { createLog } from '../../../src/observability/log.ts';
import { everyType, scriptedConnector } from '../../support/scripted-source.ts';
import { beginState } from './bench-config.ts';

const { folder, records, rounds } = JSON.parse(process.argv[2]!) as { folder: string; records: number; rounds: number };
fs.mkdirSync(folder, { recursive: true });
const settings = { script: 'app' };
const config = parseConfig(
  JSON.stringify({ data_dir: 'data', log_level: 'warn', sources: [{ id: 'app', connector: 'scripted', settings }] }),
  path.join(folder, 'rolecall.yaml'),
  {},
  {},
);
beginState(folder);
const connectors = [scriptedConnector(new Map([['app', everyType(records)]]))];
const service = await openService(config, { log: createLog(config), connectors });
await service.work(['extract', 'build', 'export', 'sweep']);
const operator = createOperator(service);
const taken: { landed: number; published: number }[] = [];
for (let round = 0; round < rounds; round += 1) {
  const started = performance.now();
  let landed = 0;
  const { build } = await operator.sync({ sources: [], acceptLoss: false }, event => {
    if (event.kind === 'run' && event.status === 'Landed') landed = (performance.now() - started) / 1000;
  });
  if (build?.status !== 'Published') throw new Error(JSON.stringify(build));
  taken.push({ landed, published: (performance.now() - started) / 1000 });
}
await service.close();
process.stdout.write(`${JSON.stringify(taken)}\n`, () => process.exit());
