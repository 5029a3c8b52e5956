// Child process: receives signals about accounts of a published deployment.
//
//   signalled.ts '{"folder":…,"source":{…},"events":2000}'
//     →  {"first":{"landed":…,"visible":…,"processor":…},"later":{…},"accepted":…,"refused":…,"acceptance":…,"eventMs":…}
//        seconds from the push of an event to the end of the run that read its account, and to data that show it, the last with the seconds
//        of processor time, for the first event of the source and for another one; events that were accepted and refused, how many of them a second, and milliseconds of processor
//        time for each, those of their transmitter included
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { request } from 'undici';
import { openService } from '../../../src/deployment/service.ts';
import { audience, endpointToken, sessionRevoked, startTransmitter } from '../../support/signals/transmitter.ts';
import { account } from '../data/records.ts';
import { scripted } from '../data/scripted-connector.ts';
import { type BenchSource, benchConfig } from './bench-config.ts';

const { folder, source, events } = JSON.parse(process.argv[2]!) as {
  folder: string;
  source: BenchSource;
  /** How many events to push as fast as possible. */
  events: number;
};

interface Visible {
  readonly landed: number;
  readonly visible: number;
  readonly processor: number;
}

/** Each question takes the embedded database about a millisecond, in the thread of the service. */
const pollMs = 50;
const clients = 32;

const transmitter = await startTransmitter();
const config = {
  ...benchConfig(folder, [source]),
  signals: {
    transmitters: [
      {
        ...{ name: 'idp', source: source.id, issuer: transmitter.url, audience: [audience] },
        push: { authorization: endpointToken },
      },
    ],
    receivers: [],
    ...{ per_minute: 1_000_000_000, burst: 1_000_000_000 },
  },
};
const service = await openService(config, {
  connectors: [scripted],
  log: pino({ level: 'warn', base: null }, pino.destination({ dest: 2, sync: true })),
});
await service.work(['extract', 'build', 'signals']);
const app = await service.createApp();
const origin = await app.listen({ host: '127.0.0.1', port: 0 });

async function push(token: string): Promise<number> {
  const headers = { authorization: endpointToken, 'content-type': 'application/secevent+jwt' };
  const { statusCode, body } = await request(`${origin}/ssf/v1/push/idp`, { method: 'POST', headers, body: token });
  await body.dump();
  return statusCode;
}

/** Push an event about an account, and wait until the data show what was read because of it. */
async function signalled(index: number): Promise<Visible> {
  const [known] = await service.database.query<{ position: number }>(
    `select coalesce(max(position), 0)::float8 as position from signals`,
  );
  const token = await transmitter.token(sessionRevoked(), { sub_id: { format: 'opaque', id: account(index).id } });
  const before = process.cpuUsage();
  const started = performance.now();
  const status = await push(token);
  if (status !== 202) throw new Error(`the event was answered with ${status}`);
  let landed = 0;
  for (;;) {
    const [signal] = await service.database.query<{ run_id: string | null; version: number | null }>(
      `select run_id, version::float8 as version from signals where position > $1 order by position limit 1`,
      [known!.position],
    );
    if (signal?.run_id && landed === 0) landed = (performance.now() - started) / 1000;
    if (signal?.version && service.tenant().catalogue.current()!.number >= signal.version) break;
    await pause(pollMs);
  }
  const { user, system } = process.cpuUsage(before);
  return { landed, visible: (performance.now() - started) / 1000, processor: (user + system) / 1e6 };
}

const [{ position }] = (await service.database.query<{ position: number }>(
  `select coalesce(max(position), 0)::float8 as position from signals`,
)) as [{ position: number }];
// With the first event, activities of the source become known, which says something new about all of its accounts.
const first = await signalled(0);
const later = await signalled(1);

// Of accounts that do not exist, so that they lead to few reads.
const tokens = await Promise.all(
  Array.from({ length: events }, (_, index) =>
    transmitter.token({ 'https://example.org/burst': {} }, { sub_id: { format: 'opaque', id: `nobody-${index}` } }),
  ),
);
const answers = new Map<number, number>();
const burst = performance.now();
const burstBefore = process.cpuUsage();
const waiting = tokens.values();
await Promise.all(
  Array.from({ length: clients }, async () => {
    for (const each of waiting) {
      const answer = await push(each);
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  }),
);
const took = (performance.now() - burst) / 1000;
const ofBurst = process.cpuUsage(burstBefore);
const accepted = answers.get(202) ?? 0;
const [stored] = await service.database.query<{ count: number }>(
  `select count(*)::float8 as count from signals where position > $1 and event_type = 'https://example.org/burst'`,
  [position],
);
if (stored!.count !== accepted) throw new Error(`${accepted} events were accepted, and ${stored!.count} are stored`);
await service.close();
await transmitter.close();
const outcome = {
  ...{ first, later },
  ...{ accepted, refused: events - accepted, acceptance: events / took },
  eventMs: (ofBurst.user + ofBurst.system) / 1000 / events,
};
process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit());
