// What is logged of requests that failed.
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { signalOf } from '../../../src/api/http/client-signal.ts';
import { registerErrors } from '../../../src/api/http/errors.ts';
import { ServiceError } from '../../../src/errors.ts';

const ended = () => new ServiceError('SERVICE_UNAVAILABLE', 'the work was ended', { cause: new Error('cancelled') });

it('work that ended because its client left is no error in the log, but the same failure for a client that waits is', async () => {
  const logged: { level: number; msg: string; path?: string }[] = [];
  const app = Fastify({ logger: { level: 'debug', stream: { write: line => void logged.push(JSON.parse(line)) } } });
  registerErrors(app);
  app.get('/waited-for', async () => {
    throw ended();
  });
  const begun = Promise.withResolvers<void>();
  app.get('/left', async (_request, reply) => {
    const signal = signalOf(reply);
    begun.resolve();
    await new Promise(resolve => signal.addEventListener('abort', resolve));
    throw ended();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  try {
    expect((await fetch(`${origin}/waited-for`)).status).toBe(503);
    const leaving = new AbortController();
    const left = fetch(`${origin}/left`, { signal: leaving.signal });
    await begun.promise;
    leaving.abort();
    await expect(left).rejects.toThrow('aborted');
    const levels = () =>
      logged.filter(({ msg }) => msg === 'request failed').map(({ level, path }) => [path, level >= 50]);
    await expect.poll(levels).toEqual([
      ['/waited-for', true],
      ['/left', false],
    ]);
  } finally {
    await app.close();
  }
});
