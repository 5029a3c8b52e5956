// kill -9 while security events come as fast as they are answered: each that was answered with 202 is there after the restart, once, and so is
// each that the transmitter sends again because it got no answer.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { killedProgram } from '../support/kills/killed-program.ts';
import { persistentClient } from '../support/kills/persistent-client.ts';
import { createRandom, testSeed } from '../support/random.ts';
import { freePort } from '../support/servers/free-port.ts';
import { type Item, temporaryFolder } from '../support/service/service.ts';
import { pushSettings } from '../support/signals/signalled-service.ts';
import { emailSubject, endpointToken, sessionRevoked, startTransmitter } from '../support/signals/transmitter.ts';
import { until } from '../support/until.ts';

const kills = 6;
const eventsOfEach = 200;
const pushers = 16;
const accounts = 50;
const description = `application: { name: Directory }
objects:
  Account: { file: users.csv, fields: { id: id, alias: id, email: email, type: { constant: User } } }
`;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** @returns the status; undefined: no answer came */
async function pushTo(address: string, token: string): Promise<number | undefined> {
  try {
    const answer = await fetch(`${address}/ssf/v1/push/idp`, {
      ...{ method: 'POST', body: token },
      headers: { authorization: endpointToken, 'content-type': 'application/secevent+jwt' },
      signal: AbortSignal.timeout(60_000),
    });
    await answer.arrayBuffer().catch(() => {});
    return answer.status;
  } catch {
    return undefined;
  }
}

it(`loses no event that was answered, with ${kills} kills`, { timeout: 1_800_000 }, async () => {
  const seed = testSeed();
  const random = createRandom(seed);
  const transmitter = await startTransmitter();
  closers.push(() => transmitter.close());
  const folder = temporaryFolder();
  closers.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.mkdirSync(path.join(folder, 'directory/config'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'directory/config/x.yaml'), description);
  fs.mkdirSync(path.join(folder, 'directory/rawdata'));
  const rows = Array.from({ length: accounts }, (_, index) => `u${index},user${index}@example.org`);
  fs.writeFileSync(path.join(folder, 'directory/rawdata/users.csv'), ['id,email', ...rows, ''].join('\n'));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const config = path.join(folder, 'rolecall.yaml');
  const settings = {
    ...{ data_dir: 'data', listen: { port }, log_level: 'warn' },
    sources: [{ id: 'directory', connector: 'custom-application', settings: { folder: 'directory' } }],
    // The limit is not what this is about.
    signals: { transmitters: [pushSettings(transmitter)], per_minute: 10_000_000, burst: 1_000_000 },
  };
  fs.writeFileSync(config, JSON.stringify(settings));
  const program = killedProgram(config, {});
  await program.start();
  closers.push(() => program.kill());
  const added = await program.run('clients', 'add', 'auditor', '--scope', 'read');
  const { client_id: clientId, client_secret: clientSecret } = JSON.parse(added.stdout);
  expect(await program.run('sync')).toMatchObject({ code: 0 });
  const client = persistentClient(() => address, { clientId, clientSecret });
  const storedIds = async () => (await client.everyItem('/v1/signals')).map(({ jti }: Item) => jti as string);

  const tokens = new Map<string, string>();
  const accepted = new Set<string>();
  const statuses = new Set<number>();
  let unanswered = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const fresh = await Promise.all(
      Array.from({ length: eventsOfEach }, async (_, index) => {
        const jti = `event-${kill}-${index}`;
        const claims = { ...emailSubject(`user${random.below(accounts)}@example.org`), jti };
        return [jti, await transmitter.token(sessionRevoked(), claims)] as const;
      }),
    );
    for (const [jti, token] of fresh) tokens.set(jti, token);
    // What has got no answer comes again first, with some that has: transmitters do both.
    const answered = [...accepted].slice(-20);
    const waiting = [...tokens.keys()].filter(jti => !accepted.has(jti));
    const queue = [...answered, ...waiting].values();
    let left = 1 + random.below(eventsOfEach);
    let killed: Promise<void> | undefined;
    await Promise.all(
      Array.from({ length: pushers }, async () => {
        for (const jti of queue) {
          const status = await pushTo(address, tokens.get(jti)!);
          if (status === undefined) {
            unanswered += 1;
            return;
          }
          statuses.add(status);
          if (status === 202) accepted.add(jti);
          left -= 1;
          if (left === 0) killed = program.kill();
        }
      }),
    );
    await killed;
    await program.start();
    const stored = await storedIds();
    expect(new Set(stored).size, `repeat it with ROLECALL_TEST_SEED=${seed}`).toBe(stored.length);
    const missing = [...accepted].filter(jti => !stored.includes(jti));
    expect(missing, `repeat it with ROLECALL_TEST_SEED=${seed}`).toEqual([]);
  }
  for (const [jti, token] of tokens)
    if (!accepted.has(jti))
      await until(
        () => pushTo(address, token),
        status => status === 202,
        60_000,
      );
  expect((await storedIds()).toSorted()).toEqual([...tokens.keys()].toSorted());
  const isHandled = ({ status }: Item) => status === 'Read';
  await until(
    () => client.everyItem('/v1/signals'),
    signals => signals.every(isHandled),
    600_000,
  );
  console.log(`${tokens.size} events, ${unanswered} pushes without an answer; answers: ${[...statuses].join(', ')}`);
  expect([...statuses].filter(status => ![202, 503].includes(status))).toEqual([]);
  // A kill that broke no request would show nothing.
  expect(unanswered).toBeGreaterThan(0);
});
