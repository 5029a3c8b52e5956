// The digest of a source's settings: it changes with every setting except secrets.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineConnector } from '../../src/connector/contract.ts';
import { digestOfSettings } from '../../src/connector/settings-digest.ts';

const secret = z.string().meta({ secret: true });
const connector = defineConnector({
  type: 'any',
  title: 'Any',
  description: 'Any',
  settings: z.strictObject({
    url: z.string(),
    filters: z.array(z.string()).default([]),
    login: z
      .union([z.strictObject({ token: secret }), z.strictObject({ user: z.string(), password: secret })])
      .optional(),
    headers: z.record(z.string(), secret).prefault({}),
  }),
  open: async () => ({}),
  check: async () => [],
  reads: () => [],
});
const digest = (settings: Record<string, unknown>) => digestOfSettings(connector, settings);
const one = { url: 'a', filters: ['x', 'y'], login: { user: 'u', password: 'one' }, headers: { key: 'one' } };

it('is the same whatever the secrets and the order of keys', () => {
  expect(digest({ ...one, login: { password: 'two', user: 'u' }, headers: { key: 'two' } })).toBe(digest(one));
  expect(digest({ headers: one.headers, login: one.login, filters: one.filters, url: one.url })).toBe(digest(one));
});

it.each([
  ['a value', { ...one, url: 'b' }],
  ['the order of a list', { ...one, filters: ['y', 'x'] }],
  ['a value beside a secret', { ...one, login: { user: 'v', password: 'one' } }],
  ['a missing value', { url: 'a', filters: ['x', 'y'] }],
])('changes with %s', (_what, other) => {
  expect(digest(other)).not.toBe(digest(one));
});
