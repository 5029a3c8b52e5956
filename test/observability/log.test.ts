// What a line of the log holds, and what it must not hold whoever writes it.
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/config-file.ts';
import { createLog } from '../../src/observability/log.ts';

const password = 'p"ss/wörd 1';
const written = encodeURIComponent(password);
const config = parseConfig(
  JSON.stringify({
    database_url: `postgres://rolecall:${written}@db.example/rolecall`,
    queue_url: `redis://:${written}2@redis.example`,
    storage: { bucket: 'b', access_key_id: 'AKIA', secret_access_key: 'bucket-secret-key' },
  }),
  '/nowhere/rolecall.yaml',
  {},
  {},
);

function logged(write: (log: ReturnType<typeof createLog>) => void, role?: 'serve' | 'work') {
  const lines: string[] = [];
  write(createLog(config, role, { write: line => lines.push(line) }));
  return { text: lines.join(''), lines: lines.map(line => JSON.parse(line)) };
}

describe('the log', () => {
  it('keeps the secrets of the configuration to itself, in whatever form they are written', () => {
    const { text, lines } = logged(log => {
      log.info({ url: config.database_url }, `cannot reach ${config.queue_url}`);
      log.error({ err: new Error(`invalid password ${password}`, { cause: new Error('bucket-secret-key') }) });
    });
    for (const secret of [password, written, JSON.stringify(password).slice(1, -1), 'bucket-secret-key']) {
      expect(text).not.toContain(secret);
    }
    expect(lines[0]).toMatchObject({
      url: 'postgres://rolecall:[secret]@db.example/rolecall',
      msg: 'cannot reach redis://:[secret]@redis.example',
    });
    expect(lines[1].err).toMatchObject({ message: 'invalid password [secret]', cause: { message: '[secret]' } });
  });

  it('says of a fault what it is, and nothing that a library has hung on it', () => {
    const fault = Object.assign(new Error('WRONGPASS'), {
      code: 'E1',
      command: { name: 'auth', args: ['default', 'another secret'] },
    });
    const several = new AggregateError([fault, 'text'], 'all failed');
    const { text, lines } = logged(log => log.error({ err: several }));
    expect(lines[0].err).toMatchObject({
      type: 'AggregateError',
      message: 'all failed',
      errors: [
        { type: 'Error', message: 'WRONGPASS', code: 'E1', stack: expect.any(String) },
        { type: 'string', message: 'text' },
      ],
    });
    expect(text).not.toContain('another secret');
  });

  it('names role, process and host of one of many processes', () => {
    expect(logged(log => log.info('here'), 'work').lines[0]).toMatchObject({
      role: 'work',
      pid: process.pid,
      host: expect.any(String),
    });
    expect(logged(log => log.info('here')).lines[0]).not.toHaveProperty('pid');
  });
});
