// Entries of the catalogue read what real services answered: a server plays the recordings, and the objects that land are compared with
// what the recordings hold.
import { expect, it } from 'vitest';
import { catalogue } from '../../../connectors/catalogue/index.ts';
import { cassetteExchanges } from '../../support/simulators/cassettes.ts';
import { type HarExchange, harExchanges } from '../../support/simulators/har.ts';
import { gapsOf, type Reading, readSource, rejectionsOf } from '../../support/simulators/reading.ts';
import { describeRecorded, recordingsMissing } from '../../support/simulators/recordings.ts';
import { replayedApi } from '../../support/simulators/replayed-api.ts';
import { type RecordedSystem, recordedSystems, uniqueSorted } from './recorded-systems.ts';

const exchangesOf = (folder: string) => [...harExchanges(folder), ...cassetteExchanges(folder)];

const isGet = ({ method }: HarExchange) => method === 'GET';

/** An error that the service answered once is no fault of the entry, and what was not recorded is 404. */
function unexplainedGaps(reading: Reading, refused: ReadonlySet<string>) {
  return gapsOf(reading).filter(
    ({ missing, subject }) => missing === 'objects' && ![...refused].some(request => subject.startsWith(request)),
  );
}

async function replay(system: RecordedSystem, recording: readonly HarExchange[]) {
  const { type, settings, expected, covers = () => true } = system;
  await using server = await replayedApi(recording, system);
  const connector = catalogue.find(entry => entry.type === type)!;
  const reading = await readSource(connector, settings(server.url));
  expect(rejectionsOf(reading)).toEqual([]);
  const refused = recording
    .filter(({ status }) => status >= 400)
    .map(({ method, path }) => `${method} ${path.split('?')[0]}`);
  const open = new Set([...server.unrecorded, ...refused].map(request => request.replace(' ', ` ${server.url}`)));
  expect(unexplainedGaps(reading, open)).toEqual([]);
  // Where lists were not recorded, nothing leads to what is below them.
  for (const [landed, ids] of covers(recording) ? Object.entries(expected(recording)) : []) {
    expect([landed, uniqueSorted([...(reading.get(landed)?.records.keys() ?? [])])]).toEqual([landed, ids]);
  }
  return { reading, played: server.played };
}

for (const system of recordedSystems) {
  describeRecorded(recordingsMissing(system.type), () => {
    it(`of ${system.type} land as they say`, async () => {
      const { reads = isGet } = system;
      const counts = new Map<string, { played: number; recorded: number }>();
      for (const recording of exchangesOf(system.type)) {
        // A recording of refused credentials alone reads nothing.
        if (!recording.some(reads)) continue;
        const { played } = await replay(system, recording);
        for (const exchange of recording.filter(reads)) {
          const operation = `${exchange.method} ${exchange.path.split('?')[0]!.replaceAll(/\b[\w-]*\d[\w-]*\b/g, '…')} ${exchange.status}`;
          const count = counts.get(operation) ?? { played: 0, recorded: 0 };
          counts.set(operation, {
            played: count.played + Number(played.has(exchange)),
            recorded: count.recorded + 1,
          });
        }
      }
      printCoverage(system.type, counts);
    });
  });
}

function printCoverage(type: string, counts: ReadonlyMap<string, { played: number; recorded: number }>): void {
  const all = [...counts.values()];
  const sum = (of: 'played' | 'recorded') => all.reduce((total, count) => total + count[of], 0);
  const lines = [...counts].map(([operation, { played, recorded }]) => `${played} of ${recorded}  ${operation}`);
  const share = ((sum('played') / sum('recorded')) * 100).toFixed(1);
  console.info(`${type}: ${share} % of ${sum('recorded')} recorded exchanges\n${lines.toSorted().join('\n')}`);
  expect(sum('played')).toBeGreaterThan(0);
}
