// Keys that identify an application both at the identity provider and in the application itself.
import { createHash } from 'node:crypto';
import { domain } from './world.ts';

export const issuer = `https://id.${domain}`;

/** OIDC: base64 of SHA-256 over the lowercased issuer with a trailing slash, a comma and the client id. */
export function oidcKey(clientId: string): string {
  const slashed = issuer.toLowerCase().replace(/\/*$/, '/');
  return createHash('sha256').update(`${slashed},${clientId}`).digest('base64');
}

/** Applications that people sign in to through the identity provider. */
export const federated = {
  forge: { clientId: '0oaforge7m2q', name: 'Forge', vendor: 'Rolecall Example Software' },
  crm: { clientId: '0oacrm4x81t', name: 'Customer Relations', vendor: 'Meridian Example' },
  ledger: { clientId: '0oaledger90p', name: 'Ledger', vendor: 'Abacus Example' },
  wiki: { clientId: '0oawiki2k6d', name: 'Wiki', vendor: 'Rolecall Example Software' },
  cloud: { clientId: '0oacloud55e', name: 'Cloud', vendor: 'Stratus Example' },
} as const;
