// Whether a Match line of sshd_config(5) is for an account (match_cfg_line in servconf.c, match.c of OpenSSH 9.2).
import type { LoginAccount } from '../identities/passwd.ts';

/** `sometimes`: that depends on the connection, for example on the client's address. */
export type Answer = 'yes' | 'no' | 'sometimes';

/** An account as sshd compares it: with the names of its groups. */
export interface MatchSubject {
  readonly account: LoginAccount;
  readonly groupNames: readonly string[];
}

/** @param words What stands after `Match`. */
export function matchAnswer(words: readonly string[], subject: MatchSubject): Answer {
  const criteria = words.flatMap(word => {
    const [, name, value] = /^([A-Za-z-]+)=(.*)$/.exec(word) ?? [];
    return name === undefined ? [word] : [name, value!];
  });
  if (criteria[0]?.toLowerCase() === 'all') return 'yes';
  let answer: Answer = 'yes';
  for (let at = 0; at < criteria.length; at += 2) {
    const one = criterionAnswer(criteria[at]!.toLowerCase(), criteria[at + 1] ?? '', subject);
    if (one === 'no') return 'no';
    if (one === 'sometimes') answer = 'sometimes';
  }
  return answer;
}

function criterionAnswer(name: string, list: string, { account, groupNames }: MatchSubject): Answer {
  if (name === 'user') return listAnswer([account.name], list) ? 'yes' : 'no';
  if (name === 'group') return listAnswer(groupNames, list) ? 'yes' : 'no';
  // Every account of the machine is a valid user.
  if (name === 'invalid-user') return 'no';
  return ['host', 'address'].includes(name) && list === '*' ? 'yes' : 'sometimes';
}

/** A list of patterns, separated by commas: one must match, and no pattern with `!` may match any of the names. */
function listAnswer(names: readonly string[], list: string): boolean {
  const patterns = list.split(',');
  const matches = (pattern: string) => names.some(name => fitsPlain(name, pattern));
  if (patterns.some(pattern => pattern.startsWith('!') && matches(pattern.slice(1)))) return false;
  return patterns.some(pattern => !pattern.startsWith('!') && matches(pattern));
}

/** `AllowUsers` and `DenyUsers`: a pattern, or `user@host`, which also depends on the client. */
export function userAnswer(name: string, patterns: readonly string[]): Answer {
  let answer: Answer = 'no';
  for (const pattern of patterns) {
    const at = pattern.lastIndexOf('@');
    if (fitsPlain(name, at === -1 ? pattern : pattern.slice(0, at))) {
      if (at === -1 || pattern.slice(at + 1) === '*') return 'yes';
      answer = 'sometimes';
    }
  }
  return answer;
}

/** `AllowGroups` and `DenyGroups`. */
export function groupsMatch(names: readonly string[], patterns: readonly string[]): boolean {
  return patterns.some(pattern => names.some(name => fitsPlain(name, pattern)));
}

/** A pattern of sshd: only `*` and `?` are special. */
function fitsPlain(text: string, pattern: string): boolean {
  let at = 0;
  let part = 0;
  let star: { part: number; at: number } | undefined;
  while (at < text.length) {
    if (pattern[part] === '*') star = { part: part++, at };
    else if (part < pattern.length && (pattern[part] === '?' || pattern[part] === text[at])) {
      at++;
      part++;
    } else if (star) {
      at = ++star.at;
      part = star.part + 1;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(part));
}
