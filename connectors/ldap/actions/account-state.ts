// Which attributes decide whether an account can be used, and which values each operation gives them. An image has the attributes
// that an operation may change on this kind of server, under their names.
import type { Image } from '../../../src/connector/actions.ts';
import { firstText, numberOf } from '../directory/entry.ts';
import type { ServerKind } from '../directory/server.ts';
import type { RawEntry } from '../protocol/messages.ts';
import { fileTimeMs, generalizedTimeMs, shadowDayMs } from '../values/times.ts';
import { uac } from '../values/user-account-control.ts';

export type AccountOperation = 'DisableAccount' | 'EnableAccount' | 'ActivateAccount';

/** Text of an attribute; null: the entry does not have it. */
type Text = string | null;

/** Locked by an administrator, until one unlocks it (draft-behera-ldap-password-policy-10, section 5.3.3). */
const lockedForEver = '000001010000Z';
const neverExpires = '9223372036854775807';

interface Field {
  readonly attribute: string;
  /** Kinds of servers whose images have the attribute. */
  readonly servers: readonly ServerKind[];
  /** Only images of ActivateAccount have it. */
  readonly onlyActivate?: boolean;
  /** The value that the operation wants. It is the given one when nothing has to change. */
  wanted(value: Text, operation: AccountOperation, nowMs: number): Text;
}

const isTrue = (value: Text) => value?.toUpperCase() === 'TRUE';
const isPast = (ms: number | undefined, nowMs: number) => ms !== undefined && ms <= nowMs;
const time = (value: Text, parse: (text: string) => number | undefined) => (value === null ? undefined : parse(value));

const fields: readonly Field[] = [
  {
    // MS-ADTS, lockoutTime: only the server sets it, and administrators clear it by writing 0.
    attribute: 'lockoutTime',
    servers: ['active-directory'],
    onlyActivate: true,
    wanted: value => (value === null || value === '0' ? value : '0'),
  },
  {
    attribute: 'accountExpires',
    servers: ['active-directory'],
    onlyActivate: true,
    wanted: (value, _operation, nowMs) => (isPast(time(value, fileTimeMs), nowMs) ? neverExpires : value),
  },
  {
    attribute: 'pwdAccountLockedTime',
    servers: ['openldap'],
    wanted: (_value, operation) => (operation === 'DisableAccount' ? lockedForEver : null),
  },
  {
    attribute: 'nsAccountLock',
    servers: ['389-ds'],
    wanted: (value, operation) =>
      isTrue(value) === (operation === 'DisableAccount') ? value : isTrue(value) ? null : 'true',
  },
  // 389 Directory Server: until when an account is locked after wrong passwords.
  { attribute: 'accountUnlockTime', servers: ['389-ds'], onlyActivate: true, wanted: () => null },
  {
    attribute: 'pwdStartTime',
    servers: ['openldap'],
    onlyActivate: true,
    wanted: (value, _operation, nowMs) => ((time(value, generalizedTimeMs) ?? 0) > nowMs ? null : value),
  },
  {
    attribute: 'pwdEndTime',
    servers: ['openldap'],
    onlyActivate: true,
    wanted: (value, _operation, nowMs) => (isPast(time(value, generalizedTimeMs), nowMs) ? null : value),
  },
  {
    attribute: 'shadowExpire',
    servers: ['openldap', '389-ds'],
    onlyActivate: true,
    wanted: (value, _operation, nowMs) => (isPast(time(value, shadowDayMs), nowMs) ? null : value),
  },
];

/** Name in images of the flag ACCOUNTDISABLE, the only one of userAccountControl that an operation changes. */
const flag = 'accountDisabled';

/** Attributes to ask for. */
export const changedAttributes: readonly string[] = ['userAccountControl', ...fields.map(({ attribute }) => attribute)];

/** Undefined when it is not known how this server disables accounts, or when the server does not show the attribute. */
export function imageOf(entry: RawEntry, server: ServerKind, operation: AccountOperation): Image | undefined {
  const shown = fields.filter(
    ({ servers, onlyActivate }) => servers.includes(server) && (!onlyActivate || operation === 'ActivateAccount'),
  );
  const values = Object.fromEntries(shown.map(({ attribute }) => [attribute, firstText(entry, attribute) ?? null]));
  if (server !== 'active-directory') return shown.length === 0 ? undefined : values;
  const flags = numberOf(entry, 'userAccountControl');
  return flags === undefined ? undefined : { [flag]: (flags & uac.disabled) !== 0, ...values };
}

/** The attributes from which an image is made. */
export const attributesOf = (image: Image): string[] =>
  Object.keys(image).map(name => (name === flag ? 'userAccountControl' : name));

/** The image that `observe` should return after the operation. */
export function imageAfter(image: Image, operation: AccountOperation, nowMs: number): Image {
  return Object.fromEntries(
    Object.entries(image).map(([name, value]) => {
      if (name === flag) return [name, operation === 'DisableAccount'];
      const field = fields.find(({ attribute }) => attribute === name);
      return [name, field ? field.wanted(value as Text, operation, nowMs) : value];
    }),
  );
}

interface ValueChange {
  readonly attribute: string;
  /** As the entry has it; null: not at all. */
  readonly from: Text;
  readonly to: Text;
}

/** The values that must change so that the entry shows `wanted`. */
export function valueChanges(entry: RawEntry, wanted: Image): ValueChange[] {
  return Object.entries(wanted).flatMap(([name, value]) => {
    const attribute = name === flag ? 'userAccountControl' : name;
    const from = firstText(entry, attribute) ?? null;
    const to = name === flag ? withFlag(Number(from), value === true) : (value as Text);
    return from === to ? [] : [{ attribute, from, to }];
  });
}

/** userAccountControl with or without ACCOUNTDISABLE, all other flags as they are (MS-ADTS, section 2.2.16). */
function withFlag(flags: number, isDisabled: boolean): string {
  return String(isDisabled ? flags | uac.disabled : flags & ~uac.disabled);
}
