// Messages about the settings of a source, and the keys that a form allows.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineConnector } from '../../src/connector/contract.ts';
import { resolveSource } from '../../src/connector/resolve.ts';

const limits = z.strictObject({ parallel: z.int().default(1), patience: z.int().optional() });
const connector = defineConnector({
  type: 'nested',
  title: 'Nested',
  description: 'Has settings within settings.',
  settings: z.strictObject({
    parallels: z.string().optional(),
    limits: limits.optional(),
    places: z.array(z.strictObject({ folder: z.string() })).default([]),
    by_type: z.record(z.string(), limits).optional(),
  }),
  open: async () => ({}),
  check: async () => [],
  reads: () => [],
});

const resolve = (settings: Record<string, unknown>) => () =>
  resolveSource([connector], { id: 'first', connector: 'nested', settings });

describe('a mistyped setting', () => {
  it('at the top is compared with the settings', () =>
    expect(resolve({ parallel: 'x' })).toThrow(
      'source first: settings: unknown key `parallel`; did you mean `parallels`?',
    ));

  it('inside a setting is compared with the keys there', () =>
    expect(resolve({ limits: { paralel: 1 } })).toThrow(
      'source first: settings.limits: unknown key `paralel`; did you mean `parallel`?',
    ));

  it('inside a list is compared with the keys of its items', () =>
    expect(resolve({ places: [{ folder: '/' }, { folder: '/', foldr: '/' }] })).toThrow(
      'source first: settings.places.1: unknown key `foldr`; did you mean `folder`?',
    ));

  it('inside a record is compared with the keys of its values', () =>
    expect(resolve({ by_type: { Account: { patiance: 1 } } })).toThrow(
      'source first: settings.by_type.Account: unknown key `patiance`; did you mean `patience`?',
    ));

  it('of another kind is named with its place', () =>
    expect(resolve({ limits: { parallel: 'x' } })).toThrow(/^source first: settings\.limits\.parallel: /));
});
