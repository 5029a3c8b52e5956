// kill -9 right after a push is answered: what was acknowledged is landed by the next process, and nothing twice.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { killedProgram } from '../support/kills/killed-program.ts';
import { persistentClient } from '../support/kills/persistent-client.ts';
import { freePort } from '../support/servers/free-port.ts';
import { type Item, temporaryFolder } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const kills = 12;
const description = `application: { name: Tracker }
objects:
  Account: { pushed: users, fields: { id: id, alias: id, type: { constant: User } } }
`;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

it(`loses no push that was answered, with ${kills} kills`, { timeout: 1_200_000 }, async () => {
  const folder = temporaryFolder();
  closers.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.mkdirSync(path.join(folder, 'tracker/config'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'tracker/config/x.yaml'), description);
  const port = await freePort();
  const config = path.join(folder, 'rolecall.yaml');
  const sources = [{ id: 'tracker', connector: 'custom-application', settings: { folder: 'tracker' } }];
  fs.writeFileSync(config, JSON.stringify({ data_dir: 'data', listen: { port }, log_level: 'warn', sources }));
  const program = killedProgram(config, {});
  await program.start();
  closers.push(() => program.kill());
  const { stdout } = await program.run('clients', 'add', 'ci', '--scope', 'read', 'write');
  const { client_id: clientId, client_secret: clientSecret } = JSON.parse(stdout);
  const client = persistentClient(() => `http://127.0.0.1:${port}`, { clientId, clientSecret });
  const url = '/v1/sources/tracker/objects';
  const ids: string[] = [];
  for (let round = 0; round < kills; round++) {
    const id = `u${round}`;
    const body = {
      complete: round % 4 === 0,
      rows: { users: [...(round % 4 === 0 ? ids : []), id].map(one => ({ id: one })) },
    };
    ids.push(id);
    await client.ask('PUT', url, { body, key: id, accept: [202] });
    await program.kill();
    await program.start();
    expect((await client.ask('PUT', url, { body, key: id, accept: [202] })).body.pushId).toBeTypeOf('string');
  }
  const aliases = async () => {
    const { body } = await client.ask('GET', '/v1/accounts?pageSize=200');
    return body.items.map(({ alias }: Item) => alias).sort();
  };
  await until(aliases, present => JSON.stringify(present) === JSON.stringify([...ids].sort()), 300_000);
  const landed = (await client.everyItem('/v1/sync-runs')).filter(
    ({ pushId, status }: Item) => pushId !== undefined && ['Landed', 'Partial'].includes(status),
  );
  const pushes = new Set(landed.map(({ pushId }: Item) => pushId));
  expect(pushes.size).toBe(landed.length);
});
