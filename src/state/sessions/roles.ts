// The roles of people who sign in with a browser, and the scopes that each of them has.
import type { Scope } from '../clients/clients.ts';

export const roles = ['viewer', 'analyst', 'administrator'] as const;
export type Role = (typeof roles)[number];

/** Each role has the scopes of the one before, and more. Only administrators change sources. */
export const roleScopes: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: ['read'],
  analyst: ['read', 'annotate'],
  administrator: ['read', 'annotate', 'write', 'admin'],
};
