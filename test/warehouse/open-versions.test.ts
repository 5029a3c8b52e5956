// How many files a process has open, however many versions were made.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { account } from '../../src/resources/account.ts';
import { pagesOf, sampleRecord } from '../support/scripted-source.ts';
import { startService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const accounts = Array.from({ length: 6 }, (_, index) => sampleRecord(account, index));

it.skipIf(!fs.existsSync('/proc/self/fd'))(
  'versions that were replaced are closed, and opened again for their pages',
  async () => {
    const test = await startService({ sources: { app: { Account: pagesOf(accounts) } } });
    const versions = path.join(test.folder, 'data/tenants/main/versions');
    const linkOf = (descriptor: string) => {
      try {
        return fs.readlinkSync(`/proc/self/fd/${descriptor}`);
      } catch {
        // The descriptor of the listing itself.
        return '';
      }
    };
    const openVersions = () => {
      const files = fs
        .readdirSync('/proc/self/fd')
        .map(linkOf)
        .filter(file => file.startsWith(versions));
      return new Set(files.map(file => path.relative(versions, file).split(path.sep)[0])).size;
    };
    try {
      await test.sync();
      const page = await test.get('/v1/accounts?pageSize=2');
      for (let sync = 0; sync < 7; sync += 1) await test.sync();
      // The current one, and four before it. Closing takes a turn of the event loop.
      await until(openVersions, count => count === 5);
      expect(fs.readdirSync(versions).length).toBe(8);
      const next = await test.get(`/v1/accounts?pageSize=2&pageToken=${page.body.nextPageToken}`);
      expect([next.status, next.headers['warehouse-version']]).toEqual([200, page.headers['warehouse-version']]);
      await test.sync();
      await until(openVersions, count => count === 5);
      const again = await test.get(`/v1/accounts?pageSize=2&pageToken=${next.body.nextPageToken}`);
      expect([again.status, again.headers['warehouse-version']]).toEqual([200, page.headers['warehouse-version']]);
    } finally {
      await test.close();
    }
  },
);
