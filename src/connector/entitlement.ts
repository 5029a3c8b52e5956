// The entitlement of access that a system itself grants, as connectors land it.

/**
 * The `entitlementSpecification` of an access assignment that is in force because of a grant in the system's own access control.
 * @param details fields of the grant: `name`, `description`, `permissions` and others of `reasonSpecificData`
 */
export function grantedEntitlement(details: Readonly<Record<string, unknown>>) {
  return {
    reason: 'AccessControl',
    isInferred: false,
    reasonSpecificData: { enabled: true, type: 'Grant', ...details },
  };
}
