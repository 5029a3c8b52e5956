// Entries of the catalogue read what real services answered: a server plays the recordings, and the objects that land are compared with
// what the recordings hold.
import { expect, it } from 'vitest';
import { catalogue } from '../../../connectors/catalogue/index.ts';
import { SourceError } from '../../../src/connector/contract.ts';
import { cassetteExchanges } from '../../support/simulators/cassettes.ts';
import { type HarExchange, harExchanges } from '../../support/simulators/har.ts';
import { gapsOf, type Reading, readSource, rejectionsOf } from '../../support/simulators/reading.ts';
import { describeRecorded, recordingsMissing } from '../../support/simulators/recordings.ts';
import { replayedApi } from '../../support/simulators/replayed-api.ts';
import { isOfPlayedList, learnedExchanges } from './learned-lists.ts';
import { type RecordedSystem, recordedSystems, uniqueSorted } from './recorded-systems.ts';

const exchangesOf = (folder: string) => [...harExchanges(folder), ...cassetteExchanges(folder)];

const isGet = ({ method }: HarExchange) => method === 'GET';

/** Settings that are wrong end the read, and say so. */
const isRefusedSignIn = ({ path, status }: HarExchange) => /\/token(\?|$)/.test(path) && status >= 400;

/** Totals of lists of which the recording holds fewer rows: it was cut. */
function cutTotals(recording: readonly HarExchange[]): number[] {
  const lists = Map.groupBy(recording, ({ path }) => path.split('?')[0]!);
  return [...lists.values()].flatMap(exchanges => {
    const total = Number(exchanges[0]!.headers['x-total-count'] ?? 0);
    const rows = exchanges.flatMap(({ body }) => (body as { result?: unknown[] } | undefined)?.result ?? body);
    return rows.length < total ? [total] : [];
  });
}

/** An error that the service answered once is no fault of the entry, and what was not recorded is 404. */
function unexplainedGaps(reading: Reading, refused: ReadonlySet<string>) {
  return gapsOf(reading).filter(
    ({ missing, subject }) => missing === 'objects' && ![...refused].some(request => subject.startsWith(request)),
  );
}

/** The exchanges that a server plays: with lists that are made of single objects, and a sign-in, where these were not recorded. */
function playable({ lists, signIn }: RecordedSystem, recording: readonly HarExchange[]): readonly HarExchange[] {
  const own = lists ? learnedExchanges(recording, lists) : recording;
  const made = { place: '', host: '', method: 'POST', requestBody: undefined, status: 200, headers: {} };
  return signIn ? [...own, { ...made, ...signIn }] : own;
}

async function replay(system: RecordedSystem, recording: readonly HarExchange[]) {
  const { type, settings, expected, covers = () => true } = system;
  await using server = await replayedApi(playable(system, recording), system);
  const connector = catalogue.find(entry => entry.type === type)!;
  const isPlayed = (exchange: HarExchange) =>
    server.played.has(exchange) || (system.lists !== undefined && isOfPlayedList(exchange, server.played));
  const read = readSource(connector, settings(server.url, recording));
  if (recording.some(isRefusedSignIn)) {
    await expect(read).rejects.toThrow(SourceError);
    return { isPlayed };
  }
  const reading = await read;
  expect(rejectionsOf(reading)).toEqual([]);
  const refused = recording
    .filter(({ status }) => status >= 400)
    .map(({ method, path }) => `${method} ${path.split('?')[0]}`);
  const open = new Set([...server.unrecorded, ...refused].map(request => request.replace(' ', ` ${server.url}`)));
  const cut = cutTotals(recording).map(total => `states a total of ${total} rows`);
  const unexplained = unexplainedGaps(reading, open);
  expect(unexplained.filter(({ message }) => !cut.some(text => message.startsWith(text)))).toEqual([]);
  // Where lists were not recorded, nothing leads to what is below them.
  for (const [landed, ids] of covers(recording) ? Object.entries(expected(recording)) : []) {
    expect([landed, uniqueSorted([...(reading.get(landed)?.records.keys() ?? [])])]).toEqual([landed, ids]);
  }
  return { isPlayed };
}

for (const system of recordedSystems) {
  describeRecorded(recordingsMissing(system.type), () => {
    it(`of ${system.type} land as they say`, async () => {
      const { reads = isGet } = system;
      const counts = new Map<string, { played: number; recorded: number }>();
      for (const recording of exchangesOf(system.type)) {
        const { isPlayed } = await replay(system, recording);
        for (const exchange of recording.filter(reads)) {
          const operation = `${exchange.method} ${exchange.path.split('?')[0]!.replaceAll(/\b[\w-]*\d[\w-]*\b/g, '…')} ${exchange.status}`;
          const count = counts.get(operation) ?? { played: 0, recorded: 0 };
          counts.set(operation, {
            played: count.played + Number(isPlayed(exchange)),
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
