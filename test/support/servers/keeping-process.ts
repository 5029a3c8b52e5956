// A process that stores a folder, or removes one, until it is killed. argv: the storage's settings as JSON, the folder, the key, and
// what is known about the folder as JSON. Without a folder, it removes the key and sweeps. It prints a line before it begins and a
// line after it has ended.
import { writeSync } from 'node:fs';
import { openStorage } from '../../../src/storage/open-storage.ts';

const [, , settings, folder, key, sharing] = process.argv;
const storage = await openStorage(JSON.parse(settings!), { onWarning: () => {} });
writeSync(1, 'begins\n');
if (folder) await storage.keepFolder(key!, folder, undefined, sharing ? JSON.parse(sharing) : undefined);
else {
  await storage.remove(key!);
  await storage.sweepUnfinished(-1000);
}
writeSync(1, 'kept\n');
await storage.close();
