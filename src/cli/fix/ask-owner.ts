// rolecall fix ask-owner: whom to ask about accounts. Nothing is changed and nobody is written to.
import { connectApi } from '../api/api-client.ts';
import type { CommonOptions } from '../deployment.ts';
import type { Format } from '../format.ts';
import { printRows } from '../output.ts';
import { usualFormat } from '../queries/query.ts';
import { type SelectionOptions, selectedAccounts } from './selection.ts';

interface AskedAccount {
  readonly accountId: string;
  readonly account: string;
  readonly sourceId?: string;
  readonly reviewer?: string;
  readonly address?: string;
  readonly reason: string;
}

/** Why a person is asked about an account. */
export const reasonWords: Readonly<Record<string, string>> = {
  Owner: 'owns the account',
  Manager: 'manages its holder',
  Steward: 'is its steward',
  Substitute: 'nobody else is known',
  Unknown: 'nobody is known',
};

export async function askOwner(
  common: CommonOptions,
  names: readonly string[],
  options: SelectionOptions & { readonly format?: Format },
): Promise<void> {
  const api = await connectApi(common);
  const ids = await selectedAccounts(api, names, options);
  const { items } = (await api.send('POST', '/v1/accounts/reviewers', { ids })) as unknown as { items: AskedAccount[] };
  const rowOf = ({ accountId, account, sourceId, reviewer, address, reason }: AskedAccount) => ({
    ...{ source: sourceId ?? null, account, ask: reviewer ?? address ?? null, address: address ?? null },
    ...{ because: reasonWords[reason] ?? reason, id: accountId },
  });
  const { format = usualFormat() } = options;
  printRows(items.map(rowOf), row => row, { format, essential: ['account', 'ask'], main: ['because'] });
}
