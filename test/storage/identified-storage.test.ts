// A wrong storage, which looks empty: nothing is stored there, and nothing counts as lost.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { forgetFiles } from '../../src/state/after-restore.ts';
import { storageIdentity } from '../../src/state/storage-identity.ts';
import { identifiedStorage } from '../../src/storage/identified-storage.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import { type Storage, StorageFault, StorageMissing } from '../../src/storage/storage.ts';
import { describeEngines, type Engine } from '../support/servers/engines.ts';
import { write, writeVersion } from '../support/servers/kept-content.ts';
import { type ObjectServer, startObjectServer } from '../support/servers/object-server.ts';
import { openTestBucket, temporaryFolder } from '../support/servers/storages.ts';

let root: string;
let server: ObjectServer;
const closing: (() => Promise<void>)[] = [];

/** Each name gives a separate storage. The same name gives the same storage, as in another process. */
const kinds: Record<string, (name: string) => Promise<Storage>> = {
  'a folder': name => openStorage({ folder: path.join(root, name) }, { onWarning: () => {} }),
  'a bucket': async name => {
    const { storage, close } = await openTestBucket(server, { prefix: `${path.basename(root)}/${name}` });
    closing.push(close);
    return storage;
  },
};

beforeAll(async () => {
  server = await startObjectServer();
});
beforeEach(() => {
  root = temporaryFolder();
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  fs.rmSync(root, { recursive: true });
});
afterAll(() => server.stop());

describeEngines('the storage of a deployment', start => {
  let engine: Engine;
  let database: Database;
  beforeAll(async () => {
    engine = await start();
  });
  beforeEach(async () => {
    database = await engine.open();
    await migrate(database);
  });
  afterAll(() => engine.stop());

  describe.each(Object.entries(kinds))('%s', (_, open) => {
    const openAs = async (name: string) => {
      const storage = await open(name);
      return identifiedStorage(storage, put => storageIdentity(database, put));
    };
    const file = (content = 'content') => write(root, `made-${randomUUID()}`, content);

    it('is the same for all processes, whichever opens it first', async () => {
      const processes = await Promise.all([1, 2, 3, 4].map(() => openAs('ours')));
      await Promise.all(processes.map((storage, index) => storage.keepFile(`tenants/a/${index}`, file())));
      expect(await processes[0]!.list('tenants/a')).toEqual(['0', '1', '2', '3']);
      const later = await openAs('ours');
      await later.check();
      expect(await later.list('tenants/none')).toEqual([]);
      await expect(later.borrowFile('tenants/none')).rejects.toThrow(StorageMissing);
    });

    it('takes over the files of an earlier release', async () => {
      const earlier = await open('ours');
      await earlier.keepFile('tenants/a/file', file('of an earlier release'));
      const storage = await openAs('ours');
      await storage.keepFile('tenants/a/other', file());
      using borrowed = await storage.borrowFile('tenants/a/file');
      expect(fs.readFileSync(borrowed.path, 'utf8')).toBe('of an earlier release');
    });

    it('is not an empty storage in its place', async () => {
      await (await openAs('ours')).keepFile('tenants/a/file', file());
      const empty = await openAs('elsewhere');
      const folder = writeVersion(path.join(root, 'version'), { largeBytes: 10 });
      for (const ask of [
        () => empty.keepFile('tenants/a/file', file()),
        () => empty.keepFolder('tenants/a/versions/1', folder),
        () => empty.borrowFile('tenants/a/file'),
        () => empty.borrowFolder('tenants/a/versions/1'),
        () => empty.read('tenants/a/file'),
        () => empty.list('tenants/a'),
        () => empty.remove('tenants/a/file'),
        () => empty.sweepUnfinished(),
        () => empty.check(),
      ]) {
        const wanted = ask();
        await expect(wanted).rejects.toThrow(StorageFault);
        // A transient fault: jobs are retried later, not failed.
        await expect(wanted).rejects.toMatchObject({ transient: true });
        await expect(wanted).rejects.toThrow(
          /elsewhere.* is not the storage of this deployment: tenants\/\.storage is not there\. Correct folder.*; mount the share/,
        );
      }
      expect(fs.existsSync(path.join(folder, 'manifest.json'))).toBe(true);
      const seen = await open('elsewhere');
      expect(await seen.list('')).toEqual([]);
    });

    it('is not the storage of another deployment, whose files are not removed', async () => {
      const others = await open('elsewhere');
      await others.setIdentity('of another deployment');
      await others.keepFile('tenants/a/file', file('theirs'));
      const mistaken = await openAs('elsewhere');
      const wanted = mistaken.remove('tenants/a/file');
      await expect(wanted).rejects.toThrow(
        /tenants\/\.storage names another storage\. .*if that deployment is gone, remove the file/,
      );
      await expect(mistaken.keepFile('tenants/a/file', file())).rejects.toThrow(StorageFault);
      // A later check of the right storage does not make the other one count as this deployment's.
      await (await openAs('ours')).check();
      await expect((await openAs('elsewhere')).remove('tenants/a/file')).rejects.toThrow(/names another storage/);
      using theirs = await others.borrowFile('tenants/a/file');
      expect(fs.readFileSync(theirs.path, 'utf8')).toBe('theirs');
    });

    it('is accepted when the process that wrote the identity died before state recorded it', async () => {
      const storage = await open('ours');
      const dying = identifiedStorage(storage, put =>
        storageIdentity(database, async identity => {
          await put(identity);
          throw new Error('died');
        }),
      );
      await expect(dying.check()).rejects.toThrow('died');
      const identity = await storage.identity();
      expect(identity).toBeDefined();
      await (await openAs('ours')).check();
      expect(await storage.identity()).toBe(identity);
    });

    it('may be a copy without its identity, once an operator writes the identity', async () => {
      await (await openAs('ours')).check();
      const copy = await openAs('copy');
      const said = await copy.check().catch(error => error.message as string);
      const [, identity] = /write (\S+) into the file/.exec(said!)!;
      const byHand = await open('copy');
      await byHand.setIdentity(identity!);
      await copy.keepFile('tenants/a/file', file());
    });

    it('may be another storage once the files are forgotten', async () => {
      await (await openAs('ours')).check();
      await forgetFiles(database);
      const anew = await openAs('elsewhere');
      await anew.keepFile('tenants/a/file', file());
      await expect((await openAs('ours')).check()).rejects.toThrow(StorageFault);
    });
  });

  it('notices a share that becomes unavailable while it is used, and continues when it is back', async () => {
    const share = path.join(root, 'share');
    const storage = identifiedStorage(await kinds['a folder']!('share'), put => storageIdentity(database, put));
    await storage.keepFile('tenants/a/1', write(root, 'one', '1'));
    fs.renameSync(share, `${share}-unmounted`);
    fs.mkdirSync(share);
    const second = write(root, 'two', '2');
    await expect(storage.keepFile('tenants/a/2', second)).rejects.toThrow(/mount the share/);
    await expect(storage.borrowFile('tenants/a/1')).rejects.toThrow(/mount the share/);
    expect(fs.readdirSync(share)).toEqual([]);
    fs.rmdirSync(share);
    fs.renameSync(`${share}-unmounted`, share);
    await storage.keepFile('tenants/a/2', second);
    expect(await storage.list('tenants/a')).toEqual(['1', '2']);
  });
});
