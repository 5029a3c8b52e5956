// Page buffers are reused: a response never contains bytes of another one, even with broken connections and slow readers.
import { once } from 'node:events';
import net from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { account } from '../../flows/resources.ts';
import { pagesOf, sampleRecord } from '../../support/scripted-source.ts';
import { instanceOf, startService, type TestService } from '../../support/service/service.ts';

let test: TestService;
let port: number;
const sources = ['first', 'second', 'third'];

beforeAll(async () => {
  const wide = (source: string) =>
    Array.from({ length: 200 }, (_, index) => ({
      ...sampleRecord(account, index),
      name: `${source} ${'wide '.repeat(100 + (index % 7))}`,
    }));
  const scripts = sources.map(source => [source, { Account: pagesOf(wide(source)) }]);
  test = await startService({ sources: Object.fromEntries(scripts) });
  await test.sync();
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  port = (test.app.server.address() as net.AddressInfo).port;
});
afterAll(() => test.close());

it('parallel paginations, compressed ones, slow readers and broken connections get their own bytes', async () => {
  const token = await test.token();
  const urls = sources.map(source => `/v1/accounts?pageSize=150&applicationInstanceId=${instanceOf(test, source)}`);
  const wanted: string[] = [];
  for (const url of urls)
    wanted.push((await test.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).body);

  const whole = async (turnOf: number) => {
    for (let round = 0; round < 25; round += 1) {
      const chosen = (turnOf + round) % urls.length;
      const encoding = round % 3 === 0 ? 'gzip' : 'identity';
      const response = await fetch(`http://127.0.0.1:${port}${urls[chosen]}`, {
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
      });
      expect((await response.text()) === wanted[chosen]).toBe(true);
    }
  };
  const brokenOff = async (turnOf: number) => {
    for (let round = 0; round < 25; round += 1) {
      const socket = net.connect(port, '127.0.0.1');
      const url = urls[(turnOf + round) % urls.length];
      socket.write(`GET ${url} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
      await once(socket, 'data');
      socket.destroy();
    }
  };
  const slow = async (chosen: number) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.write(
      `GET ${urls[chosen]} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${token}\r\n\r\n`,
    );
    let text = '';
    for await (const chunk of socket) {
      text += chunk.toString('latin1');
      for (let waited = 0; waited < 50; waited += 1) await turn();
    }
    expect(text.slice(text.indexOf('\r\n\r\n') + 4) === wanted[chosen]).toBe(true);
  };
  await Promise.all([0, 1, 2].flatMap(turnOf => [whole(turnOf), whole(turnOf), brokenOff(turnOf), slow(turnOf)]));
});
