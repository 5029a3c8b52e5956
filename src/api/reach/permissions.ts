// Permissions as bits, the way a version stores them, and the rule by which grants and denials combine. The rule is defined in
// sql/building/analytics/013_grants.sql.

/** Bit → name, from the lowest bit. */
export const permissionNames = [
  'Create',
  'Read',
  'Update',
  'Delete',
  'Execute',
  'Share',
  'Privileged',
  'Other',
  'Member',
] as const;

const privileged = 64;
/** What a path through memberships alone gives. */
export const member = 256;

export function namesOf(permissions: number): string[] {
  return permissionNames.filter((_name, bit) => (permissions & (1 << bit)) !== 0);
}

/** What denials leave of the permissions of one grant; 0 when no access is left. */
export function remaining(granted: number, denied: number): number {
  const left = granted & ~denied;
  return (left & ~privileged) === 0 ? 0 : left;
}
