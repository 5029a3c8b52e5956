// Makes a state database as a copy of the one that the test run made at its start.
import fs from 'node:fs';
import { inject } from 'vitest';

/** @param folder must not exist yet */
export function copyState(folder: string): void {
  fs.cpSync(inject('stateTemplate'), folder, { recursive: true });
}
