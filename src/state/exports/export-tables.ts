// What exports show of state.
import type { Database } from '../../database/database.ts';
import { listClients } from '../clients/clients.ts';

/**
 * The clients of a tenant, without secrets. @param visible the only application instances that the requester may see; null: all.
 * Then only clients that may see nothing else are returned.
 */
export async function serviceUsers(
  database: Database,
  tenant: string,
  visible: readonly string[] | null,
): Promise<object[]> {
  const clients = await listClients(database, tenant);
  const isVisible = (instances: readonly string[] | null) =>
    !visible || (instances?.every(id => visible.includes(id)) ?? false);
  return clients
    .filter(client => isVisible(client.application_instance_ids))
    .map(({ client_id, name, scopes, application_instance_ids, created_at, created_by, revoked_at, last_used_at }) => ({
      client_id,
      name,
      scopes,
      application_instance_ids,
      created_at,
      created_by,
      revoked_at,
      last_used_at,
    }));
}

/** The most records of action jobs that are given out. */
const mostChanges = 10_000;

interface RecordRow {
  readonly local: string;
}

/** What action jobs changed of accounts, newest first, at most 10,000 records. */
export async function accountChanges(database: Database, tenant: string): Promise<object[]> {
  const rows = await database.query<RecordRow>(
    `select record.job_id, record.target, record.record, record.source_id, record.local, record.operation,
       job.type as job_type, record.status, job.principal_id, job.created_at as started_at, record.ended_at
     from action_job_records record join action_jobs job using (job_id)
     where record.tenant = $1 and record.local like '%"accountId"%'
     order by job.position desc, record.target, record.record limit ${mostChanges}`,
    [tenant],
  );
  return rows.map(({ local, ...row }) => ({ ...row, account_local_id: JSON.parse(local).accountId }));
}
