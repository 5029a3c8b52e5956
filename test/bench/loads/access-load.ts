// Child process: makes a version with many grants, or times the filters on one of its views.
//
//   access-load.ts '{"make":{"file":…,"spillFolder":…,"accounts":…,"grants":…}}'  →  {}
//   access-load.ts '{"ask":{"file":…,"client":"limited","view":"account_access","samples":…}}'  →  {"id":…,"alias":…}
import os from 'node:os';
import { modelStatements } from '../../../src/queries/models.ts';
import { openVersionFile } from '../../../src/warehouse/version/read-only.ts';
import { type AccessData, makeAccessData } from '../data/access-data.ts';
import { accessClients, accessFilters, type accessViews } from '../data/access-filters.ts';
import type { FilterTimes } from '../measures/access.ts';
import { median } from '../table.ts';

interface Asked {
  readonly file: string;
  readonly client: keyof typeof accessClients;
  readonly view: (typeof accessViews)[number];
  readonly samples: number;
}

const request = JSON.parse(process.argv[2]!) as { make: AccessData } | { ask: Asked };
const result = 'make' in request ? await makeAccessData(request.make) : await ask(request.ask);
process.stdout.write(`${JSON.stringify(result ?? {})}\n`);

async function ask({ file, client, view, samples }: Asked): Promise<FilterTimes> {
  const opening = { file, threads: 2, memoryBytes: os.totalmem() / 4, visible: accessClients[client] };
  const { connection } = await openVersionFile(opening, os.tmpdir());
  for (const statement of modelStatements()) await connection.run(statement);
  const found: Record<string, number> = {};
  for (const [filter, condition] of Object.entries(accessFilters)) {
    const took: number[] = [];
    // The first run reads the file.
    for (let sample = 0; sample <= samples; sample += 1) {
      const started = performance.now();
      await connection.runAndReadAll(`SELECT * FROM service_identity.${view} WHERE ${condition}`);
      if (sample > 0) took.push(performance.now() - started);
    }
    found[filter] = median(took);
  }
  return found;
}
