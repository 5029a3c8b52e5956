// Reading a collection over HTTP: this service, PostgreSQL behind the same web framework, and a page from memory.
import fs from 'node:fs';
import path from 'node:path';
import { postgresMissing } from '../../support/servers/postgres.ts';
import { type Bench, publishedVersion } from '../bench.ts';
import { type Child, processorSeconds, run, settleDisk, start, watchingMemory } from '../child.ts';
import { idLineLength, servedDocuments } from '../data/served-documents.ts';
import type { LoadRequest, Paged } from '../loads/load.ts';
import { startPostgresPeer } from '../peers/postgres-peer.ts';
import { type RunningService, startService } from '../service/rolecall-server.ts';
import { megabytes, milliseconds, rate, times } from '../table.ts';

const pageSize = 200;
const clients = 16;
/** A longer pagination over PostgreSQL is aborted; the result is in pages per second. */
const secondsAtMost = 20;
const getSeconds = 10;
const latencySamples = 2000;
const memoryLimitBytes = 400e6;
/** What browsers and most HTTP libraries send. */
const usualEncodings = 'gzip, deflate, br';
const pagesPerSecondAtLeast = { plain: 1400, packed: 1500 };

const ownPath = `/v1/accounts?pageSize=${pageSize}`;

type Load<Kind> = Omit<LoadRequest & { kind: Kind }, 'origin' | 'authorization'>;

export async function measureServing(bench: Bench): Promise<void> {
  if (postgresMissing) return bench.skip('serving', postgresMissing);
  const folder = await bench.published();
  fs.chmodSync(bench.folder, 0o755); // PostgreSQL reads its rows from here as another user
  bench.say('filling PostgreSQL');
  const served = servedDocuments(publishedVersion(folder), 'accounts');
  const idFile = path.join(bench.folder, 'accounts.ids');
  const postgres = await startPostgresPeer(bench.folder, served, idFile);
  bench.note(`PostgreSQL ${postgres.version}`);
  const service = await startService(folder);
  const pageFile = path.join(bench.folder, 'page.json');
  fs.writeFileSync(pageFile, service.firstPage);
  const peers = start('peers/peer-server.ts', { databaseUrl: postgres.url, page: pageFile });
  try {
    const { origin } = (await peers.first) as { origin: string };
    settleDisk();
    await measurePagination(bench, service, origin);
    await measureGets(bench, service, { origin, child: peers }, idFile);
  } finally {
    await peers.stop();
    await service.child.stop();
    await postgres.stop();
  }
}

async function measurePagination(bench: Bench, service: RunningService, peers: string): Promise<void> {
  const pagesAtMost = Math.ceil(bench.rows / pageSize);
  let lastToken: string | undefined;
  let peakBytes = 0;
  for (const paginations of [1, clients]) {
    const paginate = (origin: string, from: string, acceptEncoding?: string) => {
      bench.say(`${paginations} at once over ${origin}${from}${acceptEncoding ? `, ${acceptEncoding}` : ''}`);
      const limits = { paginations, pagesAtMost, secondsAtMost };
      const request = { kind: 'pagination', path: from, ...limits } as const;
      return ask<Paged>(service, origin, acceptEncoding === undefined ? request : { ...request, acceptEncoding });
    };
    const paginateOurs = async (acceptEncoding?: string) => {
      const watched = await watchingMemory(service.child, () => paginate(service.origin, ownPath, acceptEncoding));
      peakBytes = Math.max(peakBytes, watched.peakBytes);
      return watched.result;
    };
    const ours = await paginateOurs();
    const packed = await paginateOurs(usualEncodings);
    const postgres = await paginate(peers, ownPath);
    const fromMemory = await paginate(peers, `/memory/accounts?pageSize=${pageSize}`);
    lastToken = ours.lastToken;
    const speed = (paged: Paged) => paged.pages / paged.seconds;
    const what = `pagination over ${bench.rows} accounts, pages of ${pageSize}, ${paginations === 1 ? 'one client' : `${paginations} clients`}`;
    for (const { peer, name, atLeast } of [
      { peer: postgres, name: 'PostgreSQL', atLeast: 5 },
      { peer: fromMemory, name: 'from memory', atLeast: 0.6 },
    ]) {
      const ratio = speed(ours) / speed(peer);
      bench.report({
        what,
        ours: `${rate(speed(ours), 'pages')} (${megabytes(ours.bytes / ours.seconds)}/s)`,
        peer: `${rate(speed(peer), 'pages')} ${name}`,
        ratio: times(ratio),
        target: `≥ ${times(atLeast)}`,
        met: ratio >= atLeast,
      });
    }
    if (paginations > 1)
      bench.report({
        what,
        ours: rate(speed(ours), 'pages'),
        peer: '',
        ratio: '',
        target: `≥ ${rate(pagesPerSecondAtLeast.plain, 'pages')}`,
        met: speed(ours) >= pagesPerSecondAtLeast.plain,
      });
    bench.report({
      what: `${what}, \`Accept-Encoding: ${usualEncodings}\``,
      ours: `${rate(speed(packed), 'pages')} (${megabytes(packed.bytes / packed.seconds)}/s compressed)`,
      peer: `${rate(speed(ours), 'pages')} plain`,
      ratio: times(speed(packed) / speed(ours)),
      target: paginations === 1 ? '' : `≥ ${rate(pagesPerSecondAtLeast.packed, 'pages')}`,
      ...(paginations > 1 && { met: speed(packed) >= pagesPerSecondAtLeast.packed }),
    });
  }
  bench.report({
    what: 'resident memory of the server at most meanwhile',
    ours: megabytes(peakBytes),
    peer: '',
    ratio: '',
    target: `< ${megabytes(memoryLimitBytes)}`,
    met: peakBytes < memoryLimitBytes,
  });
  await measureLastPage(bench, service, lastToken!);
}

async function measureLastPage(bench: Bench, service: RunningService, lastToken: string): Promise<void> {
  bench.say('first page and last page in turn');
  const [first, last] = await ask<[number, number]>(service, service.origin, {
    kind: 'latency',
    paths: [ownPath, `${ownPath}&pageToken=${lastToken}`],
    samples: bench.effort(latencySamples, 10),
  });
  bench.report({
    what: `last page beside first page, median of ${latencySamples}`,
    ours: milliseconds(last),
    peer: `${milliseconds(first)} first page`,
    ratio: times(last / first),
    target: '≤ 1.20×',
    met: last / first <= 1.2,
  });
}

async function measureGets(
  bench: Bench,
  service: RunningService,
  peers: { readonly origin: string; readonly child: Child },
  idFile: string,
): Promise<void> {
  const get = async ({ origin, child }: typeof peers) => {
    bench.say(`random gets of ${origin}`);
    const request: Load<'gets'> = {
      kind: 'gets',
      path: '/v1/accounts',
      idFile,
      idLineLength,
      clients,
      seconds: bench.effort(getSeconds, 0.1),
    };
    const before = processorSeconds(child.process.pid!);
    const { gets, seconds } = await ask<{ gets: number; seconds: number }>(service, origin, request);
    const after = processorSeconds(child.process.pid!);
    const inMs = (took: number) => milliseconds((took * 1000) / gets);
    const processor = `${inMs(after.all - before.all)}, ${inMs(after.first - before.first)} of it in the thread that answers`;
    return { speed: gets / seconds, processor };
  };
  const ours = await get(service);
  const postgres = await get(peers);
  bench.report({
    what: `random gets, ${clients} clients`,
    ours: rate(ours.speed, 'gets'),
    peer: `${rate(postgres.speed, 'gets')} PostgreSQL`,
    ratio: times(ours.speed / postgres.speed),
    target: '≥ 1.60×',
    met: ours.speed / postgres.speed >= 1.6,
  });
  bench.report({
    what: 'processor time of the process that answers, for each get',
    ours: ours.processor,
    peer: `${postgres.processor}, without PostgreSQL's own`,
    ratio: '',
    target: '',
  });
}

function ask<Result>(
  { authorization }: RunningService,
  origin: string,
  request: Load<'pagination'> | Load<'gets'> | Load<'latency'>,
): Promise<Result> {
  return run<Result>('loads/load.ts', { origin, authorization, ...request });
}
