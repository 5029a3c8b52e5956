// Errors that an operator has to correct before a bucket can be used say what to do, and never contain the keys.
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { StorageFault } from '../../src/storage/storage.ts';
import { isPut, useFaultyBucket } from '../support/servers/faulty-bucket.ts';
import { objectServerKeys } from '../support/servers/object-server.ts';
import { openTestBucket } from '../support/servers/storages.ts';

const bucket = useFaultyBucket();

describe('an error that an operator has to correct', () => {
  it.each([
    [
      'no server',
      { endpoint: 'http://127.0.0.1:1' },
      /does not answer; check that it runs and that endpoint is reachable/,
      true,
    ],
    [
      'another bucket',
      { bucket: 'elsewhere' },
      /the bucket elsewhere at .* does not exist; create it, or correct bucket/,
      false,
    ],
    [
      'another key',
      { access_key_id: 'SOMEBODY', secret_access_key: 'and-a-secret' },
      /refuses the credentials; correct access_key_id/,
      false,
    ],
    ['another secret', { secret_access_key: 'and-a-secret' }, /refuses the credentials; correct access_key_id/, false],
  ])('is reported: %s', async (_, settings, message, transient) => {
    const wrong = await openTestBucket(bucket.server, settings);
    const error = await wrong.storage.check().then(
      () => undefined,
      error => error,
    );
    expect(error).toBeInstanceOf(StorageFault);
    expect(error.message).toMatch(message);
    expect(error.transient).toBe(transient);
    const shown = inspect(error, { depth: 9, showHidden: true });
    for (const secret of ['SOMEBODY', 'and-a-secret', objectServerKeys.secret_access_key])
      expect(shown).not.toContain(secret);
    expect(shown).not.toContain('Signature=');
    await wrong.close();
  });

  it('is reported when the credentials permit too little', async () => {
    bucket.proxy.inject({ kind: 'answer', status: 403, code: 'AccessDenied', on: isPut });
    await expect(bucket.opened.storage.check()).rejects.toThrow(
      /does not permit this; the credentials need s3:GetObject/,
    );
  });

  it.each([405, 501])('is reported when a server without buckets answers with status %d', async status => {
    bucket.proxy.inject({ kind: 'answer', status, code: 'NotAllowed', on: isPut });
    const wanted = bucket.opened.storage.check();
    await expect(wanted).rejects.toThrow(StorageFault);
    await expect(wanted).rejects.toThrow(
      /does not know this request .*; correct endpoint, or use a server that knows it/,
    );
  });

  it('is reported when another process owns the cache', async () => {
    await expect(bucket.other({ cacheFolder: bucket.opened.cacheFolder })).rejects.toThrow(
      /cache is open in another process.* needs a cache folder of its own/,
    );
  });
});
