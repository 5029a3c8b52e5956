// A bucket storage behind a faulty proxy, for the tests of one file. They share the server and the proxy; each has its own storage.
import { readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { type ObjectServer, startObjectServer } from './object-server.ts';
import { openTestBucket } from './storages.ts';

export interface FaultyBucket {
  server: ObjectServer;
  proxy: FaultyProxy;
  opened: Awaited<ReturnType<typeof openTestBucket>>;
  /** The same bucket and prefix with another cache, as in a second process. */
  other(settings?: Parameters<typeof openTestBucket>[1]): ReturnType<typeof openTestBucket>;
}

type Asked = { method: string; url: string };
export const isGet = ({ method, url }: Asked) => method === 'GET' && url.includes('/file');
export const isPut = ({ method }: Asked) => method === 'PUT';
export const isPart = ({ url }: Asked) => url.includes('partNumber=2');
export const isEnd = ({ method, url }: Asked) => method === 'POST' && url.includes('uploadId=');
export const isIndex = ({ method, url }: Asked) => method === 'PUT' && url.includes('.index.json');

export const unfinishedIn = (folder: string) => readdirSync(folder).filter(name => name.startsWith('.unfinished-'));

/** Filled before each test. @param all settings of every storage */
export function useFaultyBucket(all: Parameters<typeof openTestBucket>[1] = {}): FaultyBucket {
  const bucket = {
    other: settings =>
      openTestBucket(bucket.server, { endpoint: bucket.proxy.url, prefix: bucket.opened.prefix, ...all, ...settings }),
  } as FaultyBucket;
  beforeAll(async () => {
    bucket.server = await startObjectServer();
    bucket.proxy = await startFaultyProxy(bucket.server.url);
  });
  beforeEach(async () => {
    bucket.opened = await openTestBucket(bucket.server, { endpoint: bucket.proxy.url, ...all });
    bucket.proxy.asked.length = 0;
  });
  afterEach(async () => {
    bucket.proxy.heal();
    await bucket.opened.close();
  });
  afterAll(async () => {
    await bucket.proxy.stop();
    await bucket.server.stop();
  });
  return bucket;
}
