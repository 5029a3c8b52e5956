// Steps and permissions in words.
import type { GraphStep } from './access-graph.ts';

/** What stands between the names of the two ends. */
export function stepWords({ kind, permissions, reason, grantName }: GraphStep): string {
  switch (kind) {
    case 'Membership':
      return 'is in';
    case 'Containment':
      return 'contains';
    case 'Denial':
      return `is denied (${permissionWords(permissions)})`;
    case 'Impersonation':
      return reason ?? 'leads to';
    case 'More':
      return 'leads to';
    default:
      return grantName === undefined
        ? `may ${permissionWords(permissions)}`
        : `has ${grantName} (${grantedWords(permissions)}) on`;
  }
}

/** "read, update" */
export function permissionWords(permissions: readonly string[]): string {
  const named = permissions.filter(permission => permission !== 'Privileged' && permission !== 'Other');
  const words = named.map(permission => (permission === 'Member' ? 'be a member' : permission.toLowerCase()));
  if (permissions.includes('Other')) words.push('access (the source does not say how)');
  return words.join(', ') || 'do nothing more';
}

/** "read, update, with privileges" */
export function grantedWords(permissions: readonly string[]): string {
  return `${permissionWords(permissions)}${permissions.includes('Privileged') ? ', with privileges' : ''}`;
}

/** "user group", "application instance" */
export function typeWords(type: string): string {
  return type.replaceAll(/\B[A-Z]/g, letter => ` ${letter}`).toLowerCase();
}
