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
const requiredKeys = `from_json("authenticationRequirements"->'authenticationKeys', '["VARCHAR"]')`;

/** Type → what its objects say of an instance that has them, and the expression for their keys. */
const holders = {
  IntegratedApplication: ['deployments', requiredKeys],
  AssignedApplication: ['providers', requiredKeys],
  Authenticator: ['providers', '"authenticationKeys"'],
} as const;

/** Set the variable `federations`, which the macros of `sql/building/model/015_federation.sql` read. */
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
  await duckdb.run(`SET VARIABLE federations = (
    SELECT map_from_entries(list({'key': key, 'value': federation})) FROM (
      SELECT key, {
        'deployments': list_sort(coalesce(list(DISTINCT instance) FILTER (side = 'deployments'), [])),
        'providers': list_sort(coalesce(list(DISTINCT instance) FILTER (side = 'providers'), []))
      } AS federation
      FROM (${[none, ...keys].join(' UNION ALL ')}) WHERE key IS NOT NULL GROUP BY key
    ))`);
}
