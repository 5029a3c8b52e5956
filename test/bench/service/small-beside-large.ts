// Child process: syncs large sources once, and then a small one repeatedly.
//
//   small-beside-large.ts '{"folder":…,"sources":…,"rows":…,"records":…,"rounds":…}'  →  the first sync of all, and those of the small one
import fs from 'node:fs';
import path from 'node:path';
import { createOperator } from '../../../src/deployment/operator/operator.ts';
import { openService } from '../../../src/deployment/service.ts';
import { createLog } from '../../../src/observability/log.ts';
import type { SmallSync } from '../measures/small-beside-large.ts';
import { beginState, benchConfig } from './bench-config.ts';
import { benchConnectors } from './shared-deployment.ts';

const given = JSON.parse(process.argv[2]!) as {
  folder: string;
  sources: number;
  rows: number;
  records: number;
  rounds: number;
};
const { folder, sources, rows, records, rounds } = given;
fs.mkdirSync(folder, { recursive: true });
const scripted = (id: string, of: number) => ({
  ...{ id, connector: 'scripted' },
  settings: { accounts: Math.ceil(of / 2), assignments: Math.floor(of / 2) },
});
const large = Array.from({ length: sources }, (_, index) => scripted(`large-${index}`, Math.floor(rows / sources)));
const config = benchConfig(folder, [...large, scripted('small', records)]);
beginState(folder);
const service = await openService(config, { log: createLog(config), connectors: benchConnectors });
await service.work(['extract', 'build', 'export', 'sweep']);
const operator = createOperator(service);
const syncs = [await sync([])];
for (let round = 0; round < rounds; round += 1) syncs.push(await sync(['small']));
await service.close();
process.stdout.write(`${JSON.stringify(syncs)}\n`, () => process.exit());

async function sync(named: string[]): Promise<SmallSync> {
  const started = performance.now();
  const startedAt = process.cpuUsage();
  let computed = 0;
  const { build } = await operator.sync({ sources: named, acceptLoss: false }, event => {
    if (event.kind === 'build' && event.computed) computed = event.computed.computed;
  });
  if (build?.status !== 'Published') throw new Error(JSON.stringify(build));
  const published = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(startedAt);
  const versions = path.join(folder, 'data/tenants/main/versions');
  const newest = fs
    .readdirSync(versions)
    .filter(name => fs.existsSync(path.join(versions, name, 'manifest.json')))
    .sort()
    .at(-1)!;
  const files = fs
    .readdirSync(path.join(versions, newest), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => fs.statSync(path.join(entry.parentPath, entry.name)));
  const sum = (of: readonly fs.Stats[]) => of.reduce((total, { size }) => total + size, 0);
  return {
    published,
    processor: (user + system) / 1e6,
    computed,
    bytes: sum(files),
    written: sum(files.filter(({ nlink }) => nlink === 1)),
  };
}
