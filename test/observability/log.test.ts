// What a line of the log holds, and what it must not hold whoever writes it.
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseConfig } from '../../src/config/config-file.ts';
import { defineConnector } from '../../src/connector/contract.ts';
import { openService } from '../../src/deployment/service.ts';
import { OperatorError } from '../../src/errors.ts';
import { createLog } from '../../src/observability/log.ts';
import { temporaryFolder, testConfig } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const password = 'p"ss/wörd 1';
const written = encodeURIComponent(password);
const config = parseConfig(
  JSON.stringify({
    database_url: `postgres://rolecall:${written}@db.example/rolecall`,
    queue_url: `redis://:${written}2@redis.example`,
    storage: { bucket: 'b', access_key_id: 'AKIA', secret_access_key: 'bucket-secret-key' },
    signals: {
      receivers: [
        {
          name: 'soc',
          audience: 'soc',
          push: { url: 'https://soc.example/events', authorization: 'Bearer of-the-receiver' },
        },
      ],
    },
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
      log.info('refused: Bearer of-the-receiver');
      log.error({ err: new Error(`invalid password ${password}`, { cause: new Error('bucket-secret-key') }) });
    });
    for (const secret of [
      password,
      written,
      JSON.stringify(password).slice(1, -1),
      'bucket-secret-key',
      'of-the-receiver',
    ]) {
      expect(text).not.toContain(secret);
    }
    expect(lines[0]).toMatchObject({
      url: 'postgres://rolecall:[secret]@db.example/rolecall',
      msg: 'cannot reach redis://:[secret]@redis.example',
    });
    expect(lines[2].err).toMatchObject({ message: 'invalid password [secret]', cause: { message: '[secret]' } });
  });

  it('keeps the secret settings of sources to itself', async () => {
    const folder = temporaryFolder();
    const token = 'to"ken-of-the-source';
    const given = testConfig(folder, [], {
      log_level: 'debug',
      sources: [{ id: 'app', connector: 'careless', settings: { token } }],
    });
    const careless = defineConnector({
      type: 'careless',
      title: 'Careless',
      description: 'Puts its token into errors',
      settings: z.strictObject({ token: z.string().meta({ secret: true }) }),
      open: async ({ token: sent }) => Promise.reject(new Error(`GET /users?token=${sent} failed`)),
      check: async () => [],
      reads: () => [],
    });
    const lines: string[] = [];
    const log = createLog(given, undefined, { write: line => lines.push(line) });
    const service = await openService(given, { log, connectors: [careless] });
    try {
      await service.work(['extract']);
      await service.tenant().requestSync('app', 'operator');
      await until(
        async () => lines,
        all => all.some(line => line.includes('sync run failed')),
      );
      expect(lines.join('')).toContain('GET /users?token=[secret] failed');
      expect(lines.map(line => JSON.stringify(JSON.parse(line)))).not.toContainEqual(expect.stringContaining('ken-of'));
    } finally {
      await service.close();
      fs.rmSync(folder, { recursive: true });
    }
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

  it('has no stack of a fault of the surroundings, whose message says everything', () => {
    const { lines } = logged(log =>
      log.error({ err: new OperatorError('rolecall.yaml:1:1: wrong', { cause: new Error('ENOENT') }) }),
    );
    expect(lines[0].err).toEqual({
      type: 'OperatorError',
      message: 'rolecall.yaml:1:1: wrong',
      cause: { type: 'Error', message: 'ENOENT' },
    });
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
