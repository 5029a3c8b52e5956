// Which application instances an authentication key names. The model needs it for the global ids of federated references, so it is
// read from the landed rows before the model exists.
//
// Connectors make these keys with src/connector/authentication-keys.ts. They say which deployments and identity providers belong together
// (sql/building/enrich).
import { resourceOf } from '../../resources/registry.ts';
import type { DuckDB } from '../duckdb.ts';
import type { LocalChain } from '../landing/landed.ts';
import { landedRows } from '../landing/landed-rows.ts';

const instance = '"objectMetadata"."ApplicationInstanceId"';
/** The nil UUID (RFC 9562, section 5.9) stands for any instance that has nothing to do with a key. */
const nobody = `'00000000-0000-0000-0000-000000000000'::UUID`;
const requiredKeys = `from_json("authenticationRequirements"->'authenticationKeys', '["VARCHAR"]')`;

/** Type → what its objects say of an instance that has them, and the expression for their keys. */
const holders = {
  IntegratedApplication: ['deployments', requiredKeys],
  AssignedApplication: ['providers', requiredKeys],
  Authenticator: ['providers', '"authenticationKeys"'],
} as const;

/**
 * Set the variable `federations`, which the macros of `sql/building/model/015_federation.sql` read: for each key the instance that it
 * names, which depends on the instance that has the reference.
 *
 * Seen from a deployment, its key names the identity provider; seen from elsewhere, a key names the deployment that has it, or else the
 * identity provider. A deployment does not provide the key that it accepts. Where there are several such instances, the key names none.
 */
export async function setFederations(duckdb: DuckDB, chains: readonly LocalChain[]): Promise<void> {
  const keys = Object.entries(holders).flatMap(([type, [side, expression]]) => {
    const own = chains.filter(chain => chain.type === type && chain.runs.some(({ paths }) => paths.length > 0));
    if (own.length === 0) return [];
    return [
      `SELECT ${instance} AS instance, '${side}' AS side, unnest(${expression}) AS key
       FROM (${landedRows(resourceOf(type)!, own)})`,
    ];
  });
  const none = `SELECT NULL::UUID AS instance, '' AS side, NULL::VARCHAR AS key WHERE false`;
  const without = (list: string) => `list_filter(${list}, lambda candidate: candidate <> instance)`;
  await duckdb.run(`SET VARIABLE federations = (
    WITH named AS MATERIALIZED (${[none, ...keys].join(' UNION ALL ')}), sides AS (
      SELECT key, list_sort(coalesce(list(DISTINCT instance) FILTER (side = 'deployments'), [])) AS deployments,
        list_sort(coalesce(list(DISTINCT instance) FILTER (side = 'providers'), [])) AS providers
      FROM named WHERE key IS NOT NULL GROUP BY key
    ), candidates AS (
      SELECT key, instance, ${without('deployments')} AS deployments, list_contains(deployments, instance) AS is_deployment,
        ${without('list_filter(providers, lambda provider: NOT list_contains(deployments, provider))')} AS providers
      FROM sides JOIN (
        SELECT DISTINCT key, instance FROM named UNION ALL SELECT key, ${nobody} FROM sides
      ) USING (key)
    ), seen AS (
      SELECT key, instance, CASE WHEN len(wanted) = 1 THEN wanted[1] END AS names
      FROM (SELECT *, CASE WHEN is_deployment OR len(deployments) = 0 THEN providers ELSE deployments END AS wanted FROM candidates)
    )
    SELECT map_from_entries(list({'key': key, 'value': federation} ORDER BY key)) FROM (
      SELECT key, {
        'others': any_value(names) FILTER (instance = ${nobody}),
        'members': map_from_entries(coalesce(list({'key': instance, 'value': names} ORDER BY instance) FILTER (instance <> ${nobody}), []))
      } AS federation
      FROM seen GROUP BY key
    ))`);
}
