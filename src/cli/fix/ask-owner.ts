// rolecall fix ask-owner: whom to ask about accounts. Nothing is changed and nobody is written to.
import { connectApi } from '../api/api-client.ts';
import type { CommonOptions } from '../deployment.ts';
import type { Format } from '../format.ts';
import { terminalOutput, usualFormat } from '../queries/query.ts';
import { runQuery } from '../queries/query-run.ts';
import { type SelectionOptions, selectedAccounts } from './selection.ts';

/** Who has left cannot be asked. The steward of a person's account is often that person, so the manager comes first. */
const asked = `
WITH owners AS (
  SELECT account_id, string_agg(DISTINCT owner_name, ', ' ORDER BY owner_name) AS names FROM account_owners
  WHERE owner_employment_status IS DISTINCT FROM 'Terminated' GROUP BY account_id
), candidates AS (
  SELECT accounts.global_id, source_id, alias, owners.names AS owner, coalesce(sor_manager_email, manager_emails[1]) AS manager,
    CASE WHEN sor_employment_status IS DISTINCT FROM 'Terminated' THEN sor_primary_steward_email END AS steward
  FROM accounts LEFT JOIN owners ON owners.account_id = accounts.global_id
  WHERE accounts.global_id::VARCHAR IN (:ids)
)
SELECT source_id AS source, alias AS account, coalesce(owner, manager, steward) AS ask,
  CASE WHEN owner IS NOT NULL THEN 'owns the account' WHEN manager IS NOT NULL THEN 'manages its holder'
    WHEN steward IS NOT NULL THEN 'is its steward' ELSE 'nobody is known' END AS because,
  global_id AS id
FROM candidates ORDER BY ask NULLS LAST, source, account`;

export async function askOwner(
  common: CommonOptions,
  names: readonly string[],
  options: SelectionOptions & { readonly format?: Format },
): Promise<void> {
  const { format = usualFormat() } = options;
  const api = await connectApi(common);
  const ids = await selectedAccounts(api, names, options);
  const query = { query_string: asked, parameters: { ids } };
  await runQuery(api, { query, format, essential: ['account', 'ask'] }, terminalOutput());
}
