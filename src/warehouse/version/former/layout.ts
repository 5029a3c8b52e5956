// How versions of release 0.2.0 and before keep their collections: uncompressed, in the folder `serve`.
import path from 'node:path';
import type { InstanceRange } from '../layout.ts';

export function formerFolder(folder: string): string {
  return path.join(folder, 'serve');
}

export interface FormerCollection {
  readonly rows: number;
  /** Rows and bytes of each `.json` file. */
  readonly parts: readonly { rows: number; bytes: number }[];
  /** Whether the rows are sorted by application instance, so that each instance is one range. Otherwise `.owners` names it. */
  readonly contiguous: boolean;
  readonly instances: readonly InstanceRange[];
}
