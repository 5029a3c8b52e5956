// Reads the tables of state that a context needs.
import type { Database } from '../database/database.ts';
import type { PlainVisibility } from '../resources/visibility/visible.ts';
import { accountChanges } from '../state/actions/account-changes.ts';
import { listClients } from '../state/clients/clients.ts';
import { exportContext } from './contexts.ts';
import type { ExportedState, StateRows } from './state-tables.ts';

interface Requester {
  readonly tenant: string;
  /** What it may see; null: all. */
  readonly visible: PlainVisibility | null;
}

const readers: Readonly<Record<ExportedState, (database: Database, requester: Requester) => Promise<object[]>>> = {
  service_users: serviceUsers,
  // No filter is needed: the query joins these rows with accounts, and the accounts of hidden application instances are not visible.
  account_changes: (database, { tenant }) => accountChanges(database, tenant),
};

/** The rows of state that the context reads, as of now. */
export async function stateRowsOf(database: Database, context: string, requester: Requester): Promise<StateRows> {
  const tables = exportContext(context)?.state ?? [];
  return Object.fromEntries(
    await Promise.all(tables.map(async name => [name, await readers[name](database, requester)] as const)),
  );
}

/** The clients of the tenant. A limited requester gets only clients that are limited to application instances that it may see. */
async function serviceUsers(database: Database, { tenant, visible }: Requester): Promise<object[]> {
  const clients = await listClients(database, tenant);
  return clients.filter(
    client => !visible || client.application_instance_ids?.every(id => visible.instances.includes(id)),
  );
}
