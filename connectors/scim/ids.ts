// Local ids of what has no id in SCIM: roles, and relationships.
import { composeId } from '../../src/connector/composed-id.ts';

export const roleId = (value: string) => `role:${value}`;

const seam = />+(?:UserGroup|Role|Entitlement):/g;

/** The id of a relationship: both ends with their kinds, as in `Account:17>UserGroup:42`. */
export const relationId = (from: readonly [string, string], to: readonly [string, string]) =>
  composeId([from.join(':'), to.join(':')], '>', seam);
