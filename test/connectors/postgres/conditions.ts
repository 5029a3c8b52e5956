// Row-level policies and default privileges: as the server's catalogue has them, and as the API serves them.
import type { Item } from '../../support/service/service.ts';
import type { Served } from './effective.ts';

export interface TablePolicies {
  readonly id: string;
  /** Empty where row-level security is not enabled. */
  readonly row_security: Readonly<Record<string, unknown>>;
}

/** For {@link TablePolicies}. */
export const tablePolicies = `SELECT 'relation:' || d.oid || '.' || c.oid AS id,
    CASE WHEN NOT relrowsecurity THEN '{}' ELSE json_build_object('enabled', true, 'appliesToOwner', relforcerowsecurity,
      'policies', coalesce(listed.policies, '[]'), 'policyCount', listed.count) END AS row_security
  FROM pg_database AS d, pg_class AS c, LATERAL (
    SELECT count(*)::int AS count, json_agg(json_strip_nulls(json_build_object('name', policyname,
      'isPermissive', permissive = 'PERMISSIVE', 'command', cmd,
      'roles', CASE WHEN roles = '{public}' THEN '{PUBLIC}' ELSE roles END, 'using', qual, 'check', with_check))
      ORDER BY policyname) AS policies
    FROM pg_policies WHERE (schemaname, tablename) = ((SELECT nspname FROM pg_namespace WHERE oid = c.relnamespace), c.relname)
  ) AS listed
  WHERE d.datname = current_database() AND relkind = 'r' AND c.oid >= 16384`;

export function servedPolicies({ entitlementSpecification }: Item): Record<string, unknown> {
  const facts = factsOf(entitlementSpecification, 'row-security');
  const policies = facts['policies'] as { roles: string[] }[] | undefined;
  // The view pg_policies sorts the roles.
  return { ...facts, ...(policies && { policies: policies.map(one => ({ ...one, roles: one.roles.toSorted() })) }) };
}

export interface DefaultPrivileges {
  readonly id: string;
  readonly grantee: string;
  readonly object: string;
  readonly enabled: boolean;
  readonly objects: string;
  readonly creator: string;
  readonly held: readonly string[];
  readonly grantable: readonly string[];
}

/** For {@link DefaultPrivileges}. */
export const defaultPrivileges = `SELECT grantee || ' on ' || object || ' default ' || oid AS id, grantee, object, false AS enabled,
    objects, creator, array_agg(DISTINCT privilege_type ORDER BY privilege_type) AS held,
    coalesce(array_agg(DISTINCT privilege_type ORDER BY privilege_type) FILTER (WHERE is_grantable), '{}') AS grantable
  FROM (
    SELECT entry.oid, privilege_type, is_grantable, pg_get_userbyid(defaclrole) AS creator,
      CASE grantee WHEN 0 THEN 'public' ELSE 'role:' || grantee END AS grantee,
      CASE defaclnamespace WHEN 0 THEN 'database:' || d.oid ELSE 'schema:' || d.oid || '.' || defaclnamespace END AS object,
      CASE defaclobjtype WHEN 'r' THEN 'tables' WHEN 'S' THEN 'sequences' WHEN 'f' THEN 'functions' WHEN 'T' THEN 'types'
        WHEN 'n' THEN 'schemas' END AS objects
    FROM pg_default_acl AS entry, pg_database AS d, aclexplode(defaclacl) WHERE d.datname = current_database()
  ) AS acl GROUP BY oid, grantee, object, objects, creator`;

export function servedDefaultPrivileges({ assignments }: Served): DefaultPrivileges[] {
  return assignments.flatMap(({ id, entityId, assignedObjectId, entitlementSpecification }) => {
    const facts = factsOf(entitlementSpecification, 'default-privileges');
    if (Object.keys(facts).length === 0) return [];
    const { enabled, permissions } = entitlementSpecification.reasonSpecificData;
    const { objects, creator } = facts as { objects: string; creator: string };
    const { grantOption: grantable = [] } = factsOf(entitlementSpecification, 'grant') as { grantOption?: string[] };
    const held = permissions.fineGrainedSpecifiers.toSorted();
    return [
      {
        id,
        grantee: entityId,
        object: assignedObjectId,
        enabled,
        objects,
        creator,
        held,
        grantable: grantable.toSorted(),
      },
    ];
  });
}

/** Name → value of the facts about an assignment that have this namespace. */
function factsOf({ reasonSpecificData }: Item, namespace: string): Record<string, unknown> {
  const facts: Item[] = reasonSpecificData.accessControlMetadata ?? [];
  return Object.fromEntries(facts.filter(fact => fact.namespace === namespace).map(({ name, value }) => [name, value]));
}
