// Signals that are polled (RFC 8936) from a stream that this service creates and verifies (SSF 1.0, section 8.1), for a source whose
// connector cannot read single objects.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verificationType } from '../../src/signals/event-types.ts';
import type { TestService } from '../support/service/service.ts';
import { createDirectory, polled, shown, startSignalled } from '../support/signals/signalled-service.ts';
import {
  emailSubject,
  sessionRevoked,
  startTransmitter,
  type TestTransmitter,
} from '../support/signals/transmitter.ts';
import { until } from '../support/until.ts';

const directory = createDirectory(5);
let transmitter: TestTransmitter;
let test: TestService;
beforeAll(async () => {
  transmitter = await startTransmitter();
  test = await startSignalled({ directory, transmitter, canReadObjects: false, more: polled });
});
afterAll(async () => {
  await test?.close();
  await transmitter?.close();
});

/** Poll now, and not only when it is due. */
async function poll(): Promise<void> {
  await test.service.database.query('update signal_streams set next_at = now()');
  await test.service.tenant().context.addJob('signals', 'main', { now: true });
}

it('creates a stream of the requested events, and asks for a verification', async () => {
  await poll();
  const stream = await until(transmitter.stream, found => found !== undefined);
  expect(stream).toMatchObject({
    description: 'Rolecall, source directory',
    delivery: { method: 'urn:ietf:rfc:8936' },
  });
  expect(stream!['events_requested']).toContain('https://schemas.openid.net/secevent/caep/event-type/session-revoked');
  const asked = await until(transmitter.verification, found => found !== undefined);
  expect(asked).toMatchObject({ stream_id: 'stream-1', state: expect.stringMatching(/^[0-9a-f-]{36}$/) });
});

it('stores what it polls, and acknowledges only that', async () => {
  const token = await transmitter.token(sessionRevoked(), { ...emailSubject('user1@example.org'), jti: 'good' });
  const forged = await transmitter.token(sessionRevoked(), {
    ...emailSubject('user2@example.org'),
    jti: 'bad',
    aud: 'x',
  });
  const state = transmitter.verification()!['state'];
  const verification = await transmitter.token(
    { [verificationType]: { state } },
    { jti: 'verification', sub_id: { format: 'opaque', id: 'stream-1' } },
  );
  for (const [jti, text] of Object.entries({ good: token, bad: forged, verification, renamed: token }))
    transmitter.waiting.set(jti, text);
  directory.accounts.set('u1', { ...directory.accounts.get('u1')!, enabled: false });
  const full = directory.fullReads;
  await poll();
  await shown(test, 2);
  expect(directory.fullReads).toBe(full + 1);
  const [account] = (await test.everyItem('/v1/accounts')).filter(({ id }) => id === 'u1');
  expect(account.enabled).toBe(false);
  await until(
    () => transmitter.waiting.size,
    size => size === 0,
  );
  expect([...transmitter.refused]).toEqual([
    ['bad', { err: 'invalid_audience', description: expect.any(String) }],
    ['renamed', { err: 'invalid_request', description: expect.any(String) }],
  ]);
  const signals = await test.everyItem('/v1/signals');
  expect(signals.map(({ jti, delivery, status }) => ({ jti, delivery, status }))).toEqual(
    expect.arrayContaining([
      { jti: 'good', delivery: 'poll', status: 'Read' },
      { jti: 'verification', delivery: 'poll', status: 'Ignored' },
    ]),
  );
  const [stream] = await until(
    () => test.service.database.query<{ verified_at: Date | null }>('select verified_at from signal_streams'),
    ([found]) => found?.verified_at != null,
  );
  expect(stream!.verified_at).toBeInstanceOf(Date);
});

it('waits longer after each failure, and says why, without credentials', async () => {
  await transmitter.close();
  await poll();
  const [stream] = await until(
    () =>
      test.service.database.query<{ failures: number; error: string; waits: number }>(
        `select failures, error, extract(epoch from next_at - now())::float8 as waits from signal_streams`,
      ),
    ([found]) => (found?.failures ?? 0) > 0,
  );
  expect(stream!.error).toMatch(/cannot be read|does not answer/);
  expect(stream!.error).not.toContain('management-token');
  expect(stream!.waits).toBeGreaterThan(5);
});
