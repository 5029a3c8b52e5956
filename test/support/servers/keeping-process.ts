// A process that stores folders until it is killed. argv: the storage's settings as JSON, the folder, the key. It prints a line
// before it begins and a line after it has ended.
import { writeSync } from 'node:fs';
import { openStorage } from '../../../src/storage/open-storage.ts';

const [, , settings, folder, key] = process.argv;
const storage = await openStorage(JSON.parse(settings!), { onWarning: () => {} });
writeSync(1, 'begins\n');
await storage.keepFolder(key!, folder!);
writeSync(1, 'kept\n');
await storage.close();
