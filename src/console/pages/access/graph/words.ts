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

/** "read, update", "membership" */
export function permissionWords(permissions: readonly string[]): string {
  const named = permissions.filter(permission => permission !== 'Privileged' && permission !== 'Other');
  const words = named.map(permission => (permission === 'Member' ? 'membership' : permission.toLowerCase()));
  if (permissions.includes('Other')) words.push('access (the source does not say how)');
  return words.join(', ') || 'do nothing more';
}

/** "read, update, with privileges" */
function grantedWords(permissions: readonly string[]): string {
  return `${permissionWords(permissions)}${permissions.includes('Privileged') ? ', with privileges' : ''}`;
}

/** What the first object of the paths is or may do, before and after the name of the last: "reaches" X ": read", "is a member of" X. */
export function reachWords(permissions: readonly string[], type: string): readonly [verb: string, granted: string] {
  if (!permissions.includes('Member')) return ['reaches', `: ${grantedWords(permissions)}`];
  const verb = type === 'UserGroup' ? 'is a member of' : `has the ${typeWords(type)}`;
  const others = permissions.filter(permission => permission !== 'Member');
  if (others.length === 0) return [verb, ''];
  if (others.every(permission => permission === 'Privileged')) return [verb, ', with privileges'];
  return [verb, `, and more on it: ${grantedWords(others)}`];
}

/** "user group", "application instance" */
export function typeWords(type: string): string {
  return type.replaceAll(/\B[A-Z]/g, letter => ` ${letter}`).toLowerCase();
}
