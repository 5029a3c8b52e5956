// A flood of security events: valid ones, each of them also replayed, among tokens that must change nothing.
import { expect } from 'vitest';
import type { TestService } from '../service/service.ts';
import { emailSubject, sessionRevoked, type TestTransmitter } from './transmitter.ts';

export interface FloodToken {
  /** The `jti`, when the token is valid. */
  readonly valid: string | undefined;
  readonly token: string;
}

/**
 * @param neighbour transmitter of another tenant
 * @param events how many are valid; six times as many tokens are made
 */
export async function floodOf(
  transmitter: TestTransmitter,
  neighbour: TestTransmitter,
  events: number,
): Promise<FloodToken[]> {
  const subject = emailSubject('user1@example.org');
  const event = sessionRevoked();
  const flood: FloodToken[] = [];
  for (let index = 0; index < events; index += 1) {
    const jti = `flood-${index}`;
    const token = await transmitter.token(event, { ...subject, jti });
    const hostile = await Promise.all([
      transmitter.token(event, { ...subject, jti: `audience-${index}`, aud: 'https://somebody-else.example.org' }),
      neighbour.token(event, { ...subject, jti: `key-${index}`, iss: transmitter.url }),
      neighbour.token(event, { ...subject, jti: `tenant-${index}` }),
      transmitter.token(event, { ...subject, jti: `clock-${index}`, iat: Math.floor(Date.now() / 1000) + 3600 }),
    ]);
    const [first, ...others] = hostile.map(each => ({ valid: undefined, token: each }));
    flood.push({ valid: jti, token }, first!, { valid: jti, token }, ...others);
  }
  return flood;
}

/**
 * Exactly the valid events that were acknowledged are stored, once each, and each token that was refused for good is in the audit log.
 * @param answers the status for each token
 * @param refusalsBefore {@link refusals} before the flood
 */
export async function expectFloodStored(
  test: TestService,
  flood: readonly FloodToken[],
  answers: readonly number[],
  refusalsBefore: number,
): Promise<void> {
  const accepted = flood.flatMap(({ valid }, index) => (valid && answers[index] === 202 ? [valid] : []));
  const wrong = flood.filter(({ valid }, index) => ![valid ? 202 : 400, 429, 503].includes(answers[index]!));
  expect(wrong).toEqual([]);
  const count = (rows: string) => countOf(test, rows);
  const stored = await test.service.database.query<{ tenant: string; jti: string }>(
    `select tenant, jti from signals where jti ~ '^(flood|audience|key|tenant|clock)-' order by jti`,
  );
  expect(stored).toEqual([...new Set(accepted)].sort().map(jti => ({ tenant: 'main', jti })));
  expect(await count(`audit_log where tenant = 'main' and outcome = 'done' and details ->> 'jti' ~ '^flood-'`)).toBe(
    stored.length,
  );
  expect(await refusals(test)).toBe(refusalsBefore + answers.filter(status => status === 400).length);
  expect(await count(`signals where tenant = 'second'`)).toBe(0);
  expect(await count(`sync_runs where tenant = 'second'`)).toBe(1);
}

/** Entries of the audit log about tokens that were refused. */
export const refusals = (test: TestService): Promise<number> =>
  countOf(test, `audit_log where tenant = 'main' and action = 'signal.receive' and outcome = 'refused'`);

async function countOf({ service }: TestService, rows: string): Promise<number> {
  const [counted] = await service.database.query<{ count: number }>(`select count(*)::int as count from ${rows}`);
  return counted!.count;
}
