// State databases that begin as a copy of the one that is made for the whole test run.
import fs from 'node:fs';
import { inject } from 'vitest';

/** @param folder does not exist yet */
export function copyState(folder: string): void {
  fs.cpSync(inject('stateTemplate'), folder, { recursive: true });
}
