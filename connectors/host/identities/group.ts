// group(5). Members are names; whether they exist is for the reader of memberships to find out.

import type { Line } from '../files/lines.ts';
import { type Findings, reject } from '../findings.ts';
import { idFrom, nameFault } from './passwd.ts';

export interface Group {
  readonly name: string;
  readonly gid: number;
  readonly members: readonly string[];
  readonly place: string;
}

export function parseGroup(path: string, lines: Iterable<Line>, findings: Findings): Group[] {
  const groups = new Map<string, Group>();
  for (const line of lines) {
    const text = line.text.trimStart();
    if (text === '' || text.startsWith('#')) continue;
    const place = `${path}:${line.number}`;
    if (/^[+-]/.test(text)) {
      const message = 'NIS compatibility entry: the groups it stands for are not in this file';
      findings.troubles.push({ reason: 'unsupported', subject: place, message, harmless: true });
      continue;
    }
    const [name = '', , gidText, members = ''] = text.split(':');
    const gid = idFrom(gidText);
    const fault = line.isUtf8 ? nameFault(name) : 'The entry is not UTF-8';
    if (fault) reject(findings, place, fault);
    else if (gid === undefined) reject(findings, place, 'The third field is not a group id (0 to 4294967294)');
    else if (groups.has(name)) {
      reject(findings, place, `The name is taken by ${groups.get(name)!.place}, which is the one that counts`);
    } else {
      const names = members.split(',').map(member => member.trim());
      groups.set(name, { name, gid, place, members: [...new Set(names.filter(member => member !== ''))] });
    }
  }
  return [...groups.values()];
}
