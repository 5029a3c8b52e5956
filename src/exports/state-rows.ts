// Reads the tables of state that a context needs.
import type { Database } from '../database/database.ts';
import { accountChanges, serviceUsers } from '../state/exports/export-tables.ts';
import { exportContext } from './contexts.ts';
import type { ReadStateTable, StateRows } from './state-tables.ts';

interface Requester {
  readonly tenant: string;
  /** The only application instances that it may see; null: all. */
  readonly visible: readonly string[] | null;
}

const readers: Readonly<Record<ReadStateTable, (database: Database, requester: Requester) => Promise<object[]>>> = {
  service_users: (database, { tenant, visible }) => serviceUsers(database, tenant, visible),
  // The rows of hidden application instances find no account in the version.
  account_changes: (database, { tenant }) => accountChanges(database, tenant),
};

/** The rows of state that the context reads, as of now. */
export async function stateRowsOf(database: Database, context: string, requester: Requester): Promise<StateRows> {
  const tables = exportContext(context)?.state ?? [];
  return Object.fromEntries(
    await Promise.all(tables.map(async name => [name, await readers[name](database, requester)] as const)),
  );
}
