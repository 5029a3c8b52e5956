// Local ids of roles and relationships, which have no id in SCIM.
import { composeId } from '../../src/connector/composed-id.ts';

export const roleId = (value: string) => `role:${value}`;

const seam = />+(?:UserGroup|Role|Entitlement):/g;

/** The id of a relationship: both ends with their kinds, as in `Account:17>UserGroup:42`. */
export const scimRelationId = (from: readonly [string, string], to: readonly [string, string]) =>
  composeId([from.join(':'), to.join(':')], '>', seam);
