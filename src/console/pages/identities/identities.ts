// The list of machine identities. A key that a machine account has too counts as owned, by the owner of that account.

import { saidOfAccount } from '../../objects/assumed-fields.ts';

export interface Identity {
  readonly id: string;
  readonly source: string;
  readonly alias: string;
  readonly name: string | null;
  readonly kind: string;
  readonly sub_kind: string | null;
  /** Null: its source does not say. */
  readonly enabled: boolean | null;
  readonly is_admin: boolean | null;
  readonly owner: 'nobody' | 'gone' | 'someone';
  readonly owner_names: readonly string[] | null;
  readonly accounts: number | null;
  readonly resources: number | null;
  readonly last_used: string | null;
}

export const identitiesSql = `WITH owners AS (
    SELECT account_id, list(DISTINCT coalesce(owner_name, owner_alias)) AS names,
      bool_and(owner_enabled IS FALSE OR coalesce(owner_employment_status = 'Terminated', false)) AS are_gone
    FROM account_owners GROUP BY account_id
  ), machine_keys AS (
    SELECT coalesce(list(hash), []) AS hashes
    FROM (SELECT unnest(hash_identifiers) AS hash FROM accounts WHERE type = 'Machine')
  ), identities AS (
    SELECT identity.global_id AS id, identity.source_id AS source, identity.alias, identity.name, identity.type AS kind,
      identity.sub_type AS sub_kind, ${saidOfAccount('enabled', 'identity.enabled', 'identity.source_id')} AS enabled,
      ${saidOfAccount('isAdmin', 'identity.is_admin', 'identity.source_id')} AS is_admin, owners.names AS owner_names,
      CASE
        WHEN owners.are_gone THEN 'gone'
        WHEN owners.account_id IS NOT NULL THEN 'someone'
        WHEN identity.type = 'Token' AND list_has_any(coalesce(identity.hash_identifiers, []), machine_keys.hashes) THEN 'someone'
        ELSE 'nobody'
      END AS owner,
      identity.analytics_impersonatable_accounts_count AS accounts,
      identity.analytics_resource_instance_count AS resources, identity.last_activity_date AS last_used
    FROM non_human_identities AS identity LEFT JOIN owners ON owners.account_id = identity.global_id, machine_keys
  )
  SELECT * FROM identities
  WHERE coalesce(kind = :kind, true) AND coalesce(owner = :owner, true) AND coalesce(source = :source, true)
    AND (enabled IS NOT FALSE OR :disabled)
  ORDER BY accounts DESC NULLS LAST, resources DESC NULLS LAST, source, alias, id`;
