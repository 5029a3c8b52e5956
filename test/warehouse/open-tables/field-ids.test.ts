// Engines know fields by their ids, so an id never changes its field.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { fieldPaths } from '../../../src/warehouse/open-tables/column-type.ts';
import { fieldIdsOf } from '../../../src/warehouse/open-tables/field-ids.ts';
import { openTables } from '../../../src/warehouse/open-tables/open-tables.ts';
import { recordedFields } from '../../../src/warehouse/open-tables/recorded-fields.ts';

it('has an id for every field of every table', () => {
  for (const { name, columns } of openTables) {
    const ids = fieldIdsOf(name);
    expect(fieldPaths(columns).filter(path => !ids.has(path))).toEqual([]);
    expect(new Set(ids.values()).size).toBe(ids.size);
  }
});

/**
 * How many fields each table had when its ids were last compared, and a digest of their names in the order of the ids. A release adds
 * what is new by changing a line; the ids that a former line says stay as they are.
 */
const compared: Readonly<Record<string, readonly [fields: number, digest: string]>> = {
  accounts: [96, '68ec03a65726'],
  roles: [41, '0358c0598cd9'],
  user_groups: [28, '1386ae560a75'],
  assigned_applications: [23, 'feb115de9e42'],
  integrated_applications: [22, 'db926aff19da'],
  authenticators: [17, '41eec79ec855'],
  authenticator_enrollments: [17, '64bf633b45ac'],
  access_assignments: [26, 'b562f7a10946'],
  managed_via: [19, 'bd7174952392'],
  resource_classes: [16, '8e89a11d2132'],
  resource_instances: [26, 'd0d0f700dc06'],
  resource_hierarchy: [14, '7d5409d7177a'],
  departments: [15, '23f38575d25d'],
  department_hierarchy: [14, '7d5409d7177a'],
  object_directories: [24, '91f18872822b'],
  directory_providers: [24, 'f2e08457089e'],
  permission_sets: [25, 'd1b87cfb7532'],
  employees: [44, 'a709a38583cb'],
  persons: [38, 'e84ffb28c862'],
  activities: [30, '1434bd40ae72'],
  risk_definitions: [24, '7a01bb253716'],
  risk_violations: [31, '0e79e226a8fa'],
  application_instances: [3, 'b4ca7246aebb'],
  source_completeness: [12, '817bfcf9231a'],
  unconfirmed_objects: [4, 'a49cf5916569'],
  container_nesting: [12, '9dd127ac5165'],
  changes: [12, 'cb26beb90d68'],
  resource_nesting: [4, '883e3e31f427'],
  impersonation_steps: [12, '442a9c9ba1e0'],
  access_nodes: [8, '4cfc5e7eb473'],
  access_memberships: [5, '056c1d79ec73'],
  access_nesting: [4, 'f0a60d96c3c3'],
  access_grants: [6, 'ba9596344ddd'],
  access_containments: [3, 'd99500a0f9e5'],
  access_places: [4, 'c23cb8d06853'],
  account_person_evidence: [6, 'c2c88b51c103'],
  person_conflicts: [5, 'b687e4b3c329'],
  sso_links: [5, '460ad3f0ce7f'],
  sso_near_misses: [5, 'c49a6979ee65'],
};

it('keeps the ids that were published', () => {
  const found = Object.entries(compared).map(([table, [fields]]) => [table, [fields, digestOf(table, fields)]]);
  expect(Object.fromEntries(found)).toEqual(compared);
  expect(Object.keys(recordedFields)).toEqual(expect.arrayContaining(Object.keys(compared)));
});

function digestOf(table: string, fields: number): string {
  const paths = [...fieldIdsOf(table).keys()].slice(0, fields);
  return createHash('sha256').update(paths.join('\n')).digest('hex').slice(0, 12);
}
