// What is known of the state of an account, and from what.
import type { LdapClient } from '../client.ts';
import type { AccountPolicies } from '../directory/password-policies.ts';

export interface AccountState {
  /** Undefined: what decides it cannot be seen, and nothing that can be seen disables the account. */
  readonly enabled: boolean | undefined;
  /** Why it cannot be used, in the server's terms. */
  readonly disabledBecause: readonly string[];
  /** Why it is not known whether it can be used: what cannot be seen, and why. Empty when that does not matter. */
  readonly unknownBecause: readonly Unknown[];
  /** What was taken to be so, although nothing says it. */
  readonly assumed: readonly Unknown[];
  /** Locked after wrong passwords. In Active Directory, such a lock passes by itself and does not count. */
  readonly isLockedOut: boolean;
  readonly expiresMs: number | undefined;
}

export interface Unknown {
  readonly attribute: string;
  readonly reason: 'forbidden' | 'unsupported';
  readonly message: string;
}

export interface StateContext {
  readonly server: Pick<LdapClient['server'], 'kind' | 'isLightweight'>;
  readonly nowMs: number;
  readonly policies: AccountPolicies;
  /** {@link decisiveAttributes} that bind_dn may not see. */
  readonly hidden: readonly string[];
}
