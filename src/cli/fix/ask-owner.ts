// rolecall fix ask-owner: whom to ask about accounts. Nothing is changed and nobody is written to.
import { connectApi } from '../api/api-client.ts';
import type { CommonOptions } from '../deployment.ts';
import type { Format } from '../format.ts';
import { terminalOutput, usualFormat } from '../queries/query.ts';
import { runQuery } from '../queries/query-run.ts';
import { type SelectionOptions, selectedAccounts } from './selection.ts';

/** An owner who has left cannot be asked. The manager is that of the account's holder. */
const asked = `
WITH owners AS (
  SELECT account_id, string_agg(DISTINCT owner_name, ', ' ORDER BY owner_name) AS names FROM account_owners
  WHERE owner_employment_status IS DISTINCT FROM 'Terminated' GROUP BY account_id
)
SELECT accounts.source_id AS source, accounts.alias AS account,
  coalesce(owners.names, accounts.sor_primary_steward_email, accounts.sor_manager_email, accounts.manager_emails[1]) AS ask,
  CASE WHEN owners.names IS NOT NULL THEN 'owns the account'
    WHEN accounts.sor_primary_steward_email IS NOT NULL THEN 'is its steward'
    WHEN coalesce(accounts.sor_manager_email, accounts.manager_emails[1]) IS NOT NULL THEN 'manages its holder'
    ELSE 'nobody is known' END AS because,
  accounts.global_id AS id
FROM accounts LEFT JOIN owners ON owners.account_id = accounts.global_id
WHERE accounts.global_id::VARCHAR IN (:ids)
ORDER BY ask NULLS LAST, source, account`;

export async function askOwner(
  common: CommonOptions,
  names: readonly string[],
  options: SelectionOptions & { readonly format?: Format },
): Promise<void> {
  const { format = usualFormat() } = options;
  const api = await connectApi(common);
  const ids = await selectedAccounts(api, names, options);
  const query = { query_string: asked, parameters: { ids } };
  await runQuery(api, { query, format, essential: ['source', 'account', 'ask', 'because'] }, terminalOutput());
}
