// Links of trust: who may act with a role, and what of it lies outside of the account.
import type { Condition } from '../policy/document.ts';
import type { Trust } from '../policy/trust.ts';
import type { Entity } from './entities.ts';

export type End = readonly [type: 'Account' | 'UserGroup' | 'Role' | 'Authenticator', id: string];

/** Somebody who may act with a role, or who is in a group that may. */
export interface TrustLink {
  readonly from: End;
  readonly to: End;
  /** The key of the instance that one end lies in, where that is another one. */
  readonly elsewhere?: { readonly end: 'Source' | 'Target'; readonly key: string };
  /** Of the trust policy, or of the policy of a principal. Where several statements trust it, those of all of them. */
  readonly conditions: readonly Condition[];
  readonly dependsOn: readonly string[];
}

/** What trust policies name that lies outside of the account, and lands as a group or account. */
export interface Outsider {
  readonly kind: 'account' | 'principal' | 'provider' | 'any-subject' | 'service' | 'everybody';
  /** Local id of the group or account that stands for it. */
  readonly id: string;
  /** Account id, ARN, host or name of a service. */
  readonly name: string;
  /** ARN of the role that trusts it, where the group is of one role. */
  readonly role?: string;
}

export interface Trusts {
  readonly links: readonly TrustLink[];
  readonly outsiders: readonly Outsider[];
  /** Roles with trust policies that cannot be decided, and why. */
  readonly undecided: readonly { readonly role: string; readonly reason: string }[];
}

/** What collects the links of all roles. */
export interface Collector {
  link(link: TrustLink): void;
  outsider(outsider: Outsider): void;
  undecided(role: string, reason: string): void;
}

export const linkOf = (from: End, role: Entity, { alternatives, dependsOn }: Trust): TrustLink => ({
  ...{ from, to: ['Role', role.arn], conditions: alternatives.flat(), dependsOn },
});
