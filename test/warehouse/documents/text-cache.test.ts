// The memory of unpacked texts: it is freed as soon as nobody needs it, and not before.
import { expect, it } from 'vitest';
import { createTextCache } from '../../../src/warehouse/version/documents/text-cache.ts';

const textBytes = 100_000;
const make = async () => Buffer.allocUnsafeSlow(textBytes).fill('a');

it('frees a dropped text when its last reader has released it', async () => {
  const cache = createTextCache(8 * textBytes);
  const [first, second] = await Promise.all([cache.get('0', make), cache.get('0', make)]);
  expect(first.text).toBe(second.text);
  for (let key = 1; key <= 8; key += 1) (await cache.get(`${key}`, make)).release();
  first.release();
  expect(second.text.toString()).toBe('a'.repeat(textBytes));
  second.release();
  expect(second.text).toHaveLength(0);
});

it('frees a text that nobody reads when others take its place', async () => {
  const cache = createTextCache(8 * textBytes);
  const { text, release } = await cache.get('0', make);
  release();
  expect(text).toHaveLength(textBytes);
  for (let key = 1; key <= 8; key += 1) (await cache.get(`${key}`, make)).release();
  expect(text).toHaveLength(0);
});

it('keeps no text that is large beside the limit', async () => {
  const cache = createTextCache(4 * textBytes);
  const { text, release } = await cache.get('0', make);
  release();
  expect(text).toHaveLength(0);
});

it('makes a text again after it could not be made', async () => {
  const cache = createTextCache(8 * textBytes);
  await expect(cache.get('0', () => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged');
  expect((await cache.get('0', make)).text).toHaveLength(textBytes);
});
