// login.defs(5): which user ids belong to people.

import { pathsLike } from '../files/glob.ts';
import { readLines } from '../files/lines.ts';
import { placeOf } from '../files/places.ts';
import type { Root } from '../files/root.ts';
import type { Findings } from '../findings.ts';
import { maxSettingsFileBytes, maxSettingsFiles } from '../limits.ts';

export interface PeopleRange {
  /** Lowest user id of a person; below it are system accounts. */
  readonly uidMin: number;
  /** Highest; above it are `nobody`, dynamic users and container ranges. */
  readonly uidMax: number;
}

/**
 * UID_MIN and UID_MAX, or the defaults of shadow-utils: 1000 and 60000. Without UID_MIN, SYS_UID_MAX is used.
 * Where shadow-utils are built with libeconf, files in login.defs.d add to login.defs, in the order of their names.
 */
export async function readPeopleRange(root: Root, findings: Findings): Promise<PeopleRange> {
  const values = new Map<string, number>();
  for (const path of await filesOf(root, findings)) {
    for (const { text } of await readLines(root, path, maxSettingsFileBytes, findings)) {
      const setting = /^\s*(UID_MIN|UID_MAX|SYS_UID_MAX)\s+(\d{1,10})\s*(#.*)?$/.exec(text);
      if (setting) values.set(setting[1]!, Number(setting[2]));
    }
  }
  const systemMax = values.get('SYS_UID_MAX');
  return {
    uidMin: values.get('UID_MIN') ?? (systemMax === undefined ? 1000 : systemMax + 1),
    uidMax: values.get('UID_MAX') ?? 60000,
  };
}

/** A file of the administrator replaces the distribution's file with the same name. */
async function filesOf(root: Root, findings: Findings): Promise<string[]> {
  const byName = new Map<string, string>();
  for (const folder of ['/usr/etc/login.defs.d', '/etc/login.defs.d']) {
    for (const path of await pathsLike(root, `${folder}/*.defs`, maxSettingsFiles, findings.troubles)) {
      byName.set(path.slice(folder.length), path);
    }
  }
  const further = [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, path]) => path);
  return [await placeOf(root, '/etc/login.defs'), ...further];
}
