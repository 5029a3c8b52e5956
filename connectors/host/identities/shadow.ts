// shadow(5). The hash is only checked for its form, to find the password's state, and is not kept.

import type { Line } from '../files/lines.ts';
import { type Findings, reject } from '../findings.ts';
import { type PasswordField, passwordFieldOf } from './passwd.ts';

export interface ShadowEntry {
  readonly password: Exclude<PasswordField, 'elsewhere'>;
  /** Day of the last change, counted from 1970-01-01; 0: must be changed at the next login. */
  readonly lastChangeDay?: number;
  readonly minimumDays?: number;
  readonly maximumDays?: number;
  readonly warningDays?: number;
  /** Days after the password's expiry on which the account stops working. */
  readonly inactivityDays?: number;
  /** Day on which the account stops working. */
  readonly expirationDay?: number;
}

export function parseShadow(path: string, lines: Iterable<Line>, findings: Findings): Map<string, ShadowEntry> {
  const entries = new Map<string, ShadowEntry>();
  for (const { number, text } of lines) {
    if (text.trim() === '' || /^\s*[#+-]/.test(text)) continue;
    const place = `${path}:${number}`;
    const [name = '', password, ...days] = text.trimStart().split(':');
    if (name === '' || password === undefined) {
      reject(findings, place, 'Not a shadow entry: expected name:password:days…');
      continue;
    }
    const numbers = days.slice(0, 6).map(dayOf);
    if (numbers.includes('invalid')) reject(findings, place, 'A day count is not a whole number; it is taken as empty');
    const [lastChangeDay, minimumDays, maximumDays, warningDays, inactivityDays, expirationDay] = numbers.map(day =>
      day === 'invalid' ? undefined : day,
    );
    if (entries.has(name)) continue;
    const field = passwordFieldOf(password);
    entries.set(name, {
      password: field === 'elsewhere' ? 'impossible' : field,
      ...(lastChangeDay !== undefined && { lastChangeDay }),
      ...(minimumDays !== undefined && { minimumDays }),
      ...(maximumDays !== undefined && { maximumDays }),
      ...(warningDays !== undefined && { warningDays }),
      ...(inactivityDays !== undefined && { inactivityDays }),
      ...(expirationDay !== undefined && { expirationDay }),
    });
  }
  return entries;
}

/** Empty and -1 both mean "no limit". So do dates after the year 9999, which ISO 8601 cannot express. */
function dayOf(text: string): number | 'invalid' | undefined {
  if (text === '' || text === '-1') return undefined;
  if (!/^\d{1,15}$/.test(text)) return 'invalid';
  return Number(text) <= 2_932_896 ? Number(text) : undefined;
}
