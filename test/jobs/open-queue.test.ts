// Which queue an address opens, which problems of a server are reported, and that secrets are never shown.
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openQueue } from '../../src/jobs/open-queue.ts';
import { redisMissing, startRedis } from '../support/servers/redis.ts';
import { until } from '../support/until.ts';

describe('the address of a queue', () => {
  it.each(['amqp://me:secret@host', 'secret', 'redis:secret', 'postgres://me:secret@['])(
    'is refused when it is %s, and the error does not repeat it',
    async url => {
      const fault: Error = await openQueue(url).then(
        () => new Error('opened'),
        error => error,
      );
      expect(fault.message).toMatch(/^The address of .* is not of the form (redis|postgres):/);
      // Without the stack, which contains the title of this test and so the address.
      expect(inspect({ ...fault, message: fault.message, cause: fault.cause })).not.toContain('secret');
    },
  );
});

describe.skipIf(redisMissing)(`a queue on Redis${redisMissing ? ` (skipped: ${redisMissing})` : ''}`, () => {
  it('warns when Redis may throw jobs away', async () => {
    const server = await startRedis({ 'maxmemory-policy': 'allkeys-lru' });
    const warnings: string[] = [];
    const queue = await openQueue(server.url, { onWarning: text => warnings.push(text) });
    try {
      await until(
        () => warnings.length,
        count => count === 1,
      );
      expect(warnings[0]).toBe(
        `Redis at 127.0.0.1:${server.port} deletes jobs when its memory is full (maxmemory-policy allkeys-lru); set maxmemory-policy to noeviction`,
      );
    } finally {
      await queue.close(0);
      await server.stop();
    }
  });

  it('keeps its password to itself', async () => {
    const server = await startRedis({ requirepass: 'correct-horse' });
    const warnings: string[] = [];
    const openWith = (password: string) =>
      openQueue(server.url.replace('//', `//:${password}@`), { onWarning: text => warnings.push(text) });
    const refused = await openWith('wrong-horse');
    const queue = await openWith('correct-horse');
    const options = { handlers: { extract: async () => {} }, concurrency: {}, onError: () => {} };
    try {
      await refused.work(options);
      await queue.work(options);
      const fault = await refused.add('extract', { tenant: 'main', id: 'a' }).catch(error => error);
      expect(fault).toMatchObject({ name: 'QueueUnavailable' });
      await queue.add('extract', { tenant: 'main', id: 'a' });
      expect(warnings.join('\n')).toContain('WRONGPASS');
      expect(inspect([fault, warnings], { depth: 9, showHidden: true })).not.toContain('horse');
    } finally {
      await Promise.all([refused.close(0), queue.close(0)]);
      await server.stop();
    }
  });
});
