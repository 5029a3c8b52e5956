// Who is subject to service control policies (docs.aws.amazon.com/organizations/latest/userguide/orgs_manage_policies_scps.html): every
// user and role of the accounts below which they are attached, but nobody in the management account, and no service-linked role.
import type { Policy } from './document.ts';

/** The policies of the root, of each organizational unit on the way, and of the account: one of each level has to allow a request. */
export type ControlLevels = readonly (readonly Policy[])[];

/** @param role ARN of a role; undefined: a user */
export function controlsOf(levels: ControlLevels, isManagementAccount: boolean, role?: string): ControlLevels {
  if (isManagementAccount || (role !== undefined && isServiceLinked(role))) return [];
  return levels;
}

export const isServiceLinked = (roleArn: string): boolean => /:role\/aws-service-role\//.test(roleArn);
