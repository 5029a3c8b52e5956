// The tables that queries can read, from the service.
import { OperatorError } from '../../errors.ts';
import { nearestHint } from '../../nearest.ts';
import type { ApiClient } from '../api/api-client.ts';

export interface ListedTable {
  readonly name: string;
  readonly description: string;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly description: string }[];
}

/** The tables of a model (default: the first one). @throws ApiError, OperatorError when there is no such model */
export async function loadTables(api: ApiClient, model?: string): Promise<ListedTable[]> {
  const { items } = (await api.send('GET', '/v1/schema/models')) as unknown as {
    items: { name: string; tables: ListedTable[] }[];
  };
  const found = model === undefined ? items[0] : items.find(candidate => candidate.name === model);
  if (found) return found.tables;
  const known = items.map(item => item.name);
  throw new OperatorError(`there is no model ${model}; ${nearestHint(model!, known)}`);
}
