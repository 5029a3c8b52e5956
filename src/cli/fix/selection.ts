// The accounts that a command of `rolecall fix` is about: by name, by a rule that they violate, by a condition.
import { OperatorError } from '../../errors.ts';
import { type ApiClient, ApiError, type Json } from '../api/api-client.ts';
import { instanceOfSource, namedObject } from '../changes/named-objects.ts';
import { requireRule } from '../risks/risks.ts';

export interface SelectionOptions {
  /** Name of a risk rule. */
  readonly rule?: string;
  /** SQL over the table `accounts`. */
  readonly where?: string;
  readonly source?: string;
  readonly limit?: number;
}

/** The most targets of one job. */
const mostAccounts = 1000;

const selected = (where: string) => `
SELECT accounts.global_id::VARCHAR FROM accounts
WHERE (:instance IS NULL OR accounts.application_instance_id::VARCHAR = :instance)
  AND (:rule IS NULL OR accounts.global_id IN (
    SELECT global_entity_id FROM risk_violations WHERE status = 'Open' AND risk_definition_id = :rule))
  AND (${where}
  )
ORDER BY accounts.source_id, accounts.alias, accounts.global_id`;

/**
 * The global ids of accounts, each once.
 * @param names ids, aliases or e-mail addresses
 * @param instance only accounts of this application instance, besides those that are named
 * @throws OperatorError when nothing selects accounts, when there are none, or more than one job takes
 */
export async function selectedAccounts(
  api: ApiClient,
  names: readonly string[],
  { rule, where, source, limit }: SelectionOptions,
  instance?: string,
): Promise<string[]> {
  if (names.length === 0 && rule === undefined && where === undefined) {
    throw new OperatorError('which accounts? Name them, or select them with --rule or --where');
  }
  const ids: string[] = [];
  for (const name of names) ids.push(await namedObject(api, 'account', name, source));
  if (rule !== undefined || where !== undefined) {
    if (rule !== undefined) await requireRule(api, rule, '--rule');
    const of = instance ?? (source === undefined ? null : await instanceOfSource(api, source));
    const found = await matching(api, where ?? 'true', { rule: rule ?? null, instance: of });
    if (found.length === 0 && rule !== undefined) await explainNone(api, rule);
    ids.push(...found);
  }
  const unique = [...new Set(ids)].slice(0, limit);
  if (unique.length === 0) throw new OperatorError('no account is selected');
  if (unique.length <= mostAccounts) return unique;
  throw new OperatorError(
    `more than ${mostAccounts} accounts are selected, which is the most of one job; narrow the selection, or take some with --limit`,
  );
}

async function matching(api: ApiClient, where: string, parameters: Json): Promise<string[]> {
  const body = { query_string: selected(where), parameters, page_size: 10_000 };
  try {
    const { rows } = (await api.send('POST', '/v1/query/execute', body)) as unknown as { rows: [string][] };
    return rows.flat();
  } catch (error) {
    // The place in the error is one of the whole query, of which the user wrote a part.
    if (error instanceof ApiError && error.status === 400) throw new OperatorError(`--where: ${error.reason}`);
    throw error;
  }
}

/** @throws OperatorError when the open violations of a rule are of other objects than accounts */
async function explainNone(api: ApiClient, rule: string): Promise<void> {
  const { rows } = (await api.send('POST', '/v1/query/execute', {
    query_string: `SELECT DISTINCT entity_type FROM risk_violations WHERE status = 'Open' AND risk_definition_id = :rule ORDER BY 1`,
    parameters: { rule },
  })) as unknown as { rows: [string][] };
  const types = rows.flat().filter(type => type !== 'Account');
  if (types.length > 0) {
    throw new OperatorError(
      `the open violations of ${rule} are of objects of type ${types.join(', ')}; name the accounts that are to be changed, or select them with --where`,
    );
  }
}
