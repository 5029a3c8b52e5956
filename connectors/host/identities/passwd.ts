// passwd(5), read like glibc's `files` name service does, so that the result agrees with `getent passwd`.

import { escapedName, type Line, utf8Field } from '../files/lines.ts';
import { type Findings, reject, rejectCounted } from '../findings.ts';

export interface LoginAccount {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  /** Comment field; its first comma-separated part is the holder's name by convention. */
  readonly gecos: string;
  readonly home: string;
  readonly shell: string;
  /** What the second field says about the password. The password hash itself is dropped here. */
  readonly password: PasswordField;
  readonly place: string;
}

/**
 * `elsewhere`: in shadow. `set`: there is a hash. `locked`: a hash behind `!`. `neverSet`: `!` or `!!` alone. `impossible`:
 * `*` or other text that no password matches. `none`: empty, so that no password is asked for where PAM allows it.
 */
export type PasswordField = 'elsewhere' | 'set' | 'locked' | 'neverSet' | 'impossible' | 'none';

const idPattern = /^\d{1,10}$/;
/** (uid_t)-1 means "no id" to the kernel. */
const maxId = 0xffff_fffe;

/** A numeric user or group id; undefined when the text is not one. */
export function idFrom(text: string | undefined): number | undefined {
  if (text === undefined || !idPattern.test(text)) return undefined;
  const id = Number(text);
  return id <= maxId ? id : undefined;
}

/** Why a text cannot be the name of a user or group; undefined when it can. */
export function nameFault(name: string): string | undefined {
  if (name === '') return 'The name is empty';
  if (/[\u0000-\u001f\u007f]/.test(name)) return 'The name holds a control character';
  return undefined;
}

/** What one file of passwd or group adds to the files before it. */
export interface FileOrder<Entry> {
  readonly earlier?: readonly Entry[];
  /** `+` and `-` lines count (`compat` in nsswitch.conf). */
  readonly hasCompatLines?: boolean;
}

/** A `+` or `-` line. Without `compat` the machine ignores it too. */
export function reportCompatLine(findings: Findings, subject: string, what: string, hasCompatLines = false): void {
  const message = `NIS compatibility entry: the ${what} that it refers to are not in this file`;
  findings.troubles.push({ reason: 'unsupported', subject, message, harmless: !hasCompatLines });
}

export function parsePasswd(
  path: string,
  lines: Iterable<Line>,
  findings: Findings,
  { earlier = [], hasCompatLines }: FileOrder<LoginAccount> = {},
): LoginAccount[] {
  const accounts = new Map(earlier.map(account => [account.name, account]));
  const namesBefore = new Set(accounts.keys());
  for (const line of lines) {
    const text = line.text.trimStart();
    if (text === '' || text.startsWith('#')) continue;
    const place = `${path}:${line.number}`;
    if (/^[+-]/.test(text)) {
      reportCompatLine(findings, place, 'accounts', hasCompatLines);
      continue;
    }
    const account = accountOf(line, place, findings);
    if (!account) continue;
    const first = accounts.get(account.name);
    // A distribution's file repeats accounts that the administrator's file has.
    if (first && namesBefore.has(account.name)) continue;
    if (first) reject(findings, place, `The name is taken by ${first.place}, which is the one that counts`);
    else accounts.set(account.name, account);
  }
  return [...accounts.values()];
}

function accountOf(line: Line, place: string, findings: Findings): LoginAccount | undefined {
  const [rawName = '', password = '', uidText, gidText, gecos = '', home = '', ...shell] = line.text
    .trimStart()
    .split(':');
  const uid = idFrom(uidText);
  const gid = idFrom(gidText);
  // glibc skips lines without numbers.
  if (uid === undefined || gid === undefined) {
    const faults = [
      uid === undefined ? 'The third field is not a user id (a number from 0 to 4294967294)' : undefined,
      gid === undefined ? 'The fourth field is not a group id (a number from 0 to 4294967294)' : undefined,
    ];
    reject(findings, place, ...faults.filter(fault => fault !== undefined));
    return undefined;
  }
  const name = utf8Field(line, rawName);
  const [homePath, shellPath] = [home, shell.join(':')].map(field => utf8Field(line, field));
  const fault = name === undefined ? 'The name is not UTF-8' : nameFault(name);
  if (name === undefined || fault !== undefined) {
    rejectCounted(findings, place, escapedName(line, rawName), [fault!]);
    return undefined;
  }
  if (homePath === undefined || shellPath === undefined) {
    rejectCounted(findings, place, name, ['The home folder or shell is not UTF-8']);
    return undefined;
  }
  // Old machines have Latin-1 in the comment field, which is accepted.
  const comment = utf8Field(line, gecos) ?? gecos;
  return {
    name,
    uid,
    gid,
    gecos: comment,
    home: homePath,
    shell: shellPath,
    password: passwordFieldOf(password),
    place,
  };
}

/** The meaning of the password field of passwd(5) or shadow(5). */
export function passwordFieldOf(field: string): PasswordField {
  if (field === 'x') return 'elsewhere';
  if (field === '') return 'none';
  if (field.startsWith('!')) return isHash(field.replace(/^!+/, '')) ? 'locked' : 'neverSet';
  return isHash(field) ? 'set' : 'impossible';
}

/** crypt(5): `$id$…`, `_` + 19 characters (BSDi), 13 characters (DES). */
function isHash(field: string): boolean {
  return /^\$[^$]+\$.|^_[./0-9A-Za-z]{19}$|^[./0-9A-Za-z]{13,}$/.test(field);
}
