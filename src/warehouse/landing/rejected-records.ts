// The rejected records of a run, read from their files.
import { text } from 'node:stream/consumers';
import type { Storage } from '../../storage/storage.ts';
import { isRejected } from './file-names.ts';

/** Lines of rejected records that are shown of one run. */
const shownRejections = 1000;

/** @param run the key of the run in the storage */
export async function rejectedRecords(
  storage: Storage,
  run: string,
): Promise<{ type: string; place: string; reasons: string[] }[]> {
  const found: { type: string; place: string; reasons: string[] }[] = [];
  for (const type of await storage.list(run)) {
    const names = (await storage.list(`${run}/${type}`)).filter(isRejected);
    for (const name of names) {
      for (const line of (await text(await storage.read(`${run}/${type}/${name}`))).split('\n')) {
        if (line === '' || found.length >= shownRejections) continue;
        const { place, reasons } = JSON.parse(line);
        found.push({ type, place, reasons });
      }
    }
  }
  return found;
}
