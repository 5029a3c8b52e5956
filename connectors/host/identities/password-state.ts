// Whether a password and its account still work, by the rules of pam_unix(8) for passwd and shadow.
import type { LoginAccount } from './passwd.ts';
import type { ShadowEntry } from './shadow.ts';

export interface PasswordState {
  /** `unknown`: shadow could not be read. */
  readonly password: ShadowEntry['password'] | 'unknown';
  readonly lastChanged?: string;
  readonly passwordExpires?: string;
  readonly isPasswordExpired: boolean;
  readonly mustChangeAtLogin: boolean;
  readonly accountExpires?: string;
  /** The expiration day has come, or the password has been expired for longer than the inactivity period. */
  readonly isAccountExpired: boolean;
}

const dayMs = 86_400_000;

/** @param shadow undefined when shadow could not be read; a missing entry in it means that no password matches. */
export function passwordStateOf(
  account: LoginAccount,
  shadow: ReadonlyMap<string, ShadowEntry> | undefined,
  now: Date,
): PasswordState {
  const entry = shadow?.get(account.name);
  const elsewhere = shadow === undefined ? 'unknown' : (entry?.password ?? 'impossible');
  const { lastChangeDay, maximumDays, inactivityDays, expirationDay } = entry ?? {};
  const today = Math.floor(now.getTime() / dayMs);
  const mustChangeAtLogin = lastChangeDay === 0;
  const passwordExpiryDay = lastChangeDay && maximumDays !== undefined ? lastChangeDay + maximumDays : undefined;
  const isPasswordExpired = passwordExpiryDay !== undefined && today > passwordExpiryDay;
  const inactiveDay =
    passwordExpiryDay !== undefined && inactivityDays !== undefined ? passwordExpiryDay + inactivityDays : undefined;
  return {
    password: account.password === 'elsewhere' ? elsewhere : account.password,
    ...(lastChangeDay ? { lastChanged: dateOf(lastChangeDay) } : {}),
    // 99999 days is how shadow-utils writes "never".
    ...(passwordExpiryDay !== undefined && maximumDays! < 99_999 && { passwordExpires: dateOf(passwordExpiryDay) }),
    isPasswordExpired,
    mustChangeAtLogin,
    ...(expirationDay !== undefined && { accountExpires: dateOf(expirationDay) }),
    isAccountExpired:
      (expirationDay !== undefined && today >= expirationDay) || (inactiveDay !== undefined && today > inactiveDay),
  };
}

function dateOf(day: number): string {
  return new Date(Math.min(day, 2_932_896) * dayMs).toISOString();
}
