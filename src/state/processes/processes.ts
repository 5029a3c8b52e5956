// The serve and work processes of a deployment, with the configuration that each runs with.
import type { Database } from '../../database/database.ts';

export interface ProcessReport {
  readonly processId: string;
  readonly role: 'serve' | 'work';
  readonly host: string;
  readonly pid: number;
  /** Digest of the configuration in force. */
  readonly configuration: string;
}

export interface RunningProcess {
  readonly role: string;
  readonly host: string;
  readonly pid: number;
  readonly configuration: string;
}

/** Renew the row of a process, and remove those of processes that ended long ago. */
export async function reportProcess(
  database: Database,
  { processId, role, host, pid, configuration }: ProcessReport,
): Promise<void> {
  await database.transaction(async transaction => {
    await transaction.query(
      `insert into processes (process_id, role, host, pid, configuration) values ($1, $2, $3, $4, $5)
       on conflict (process_id) do update set configuration = excluded.configuration, seen_at = now()`,
      [processId, role, host, pid, configuration],
    );
    await transaction.query(`delete from processes where seen_at < now() - interval '1 hour'`);
  });
}

export async function forgetProcess(database: Database, processId: string): Promise<void> {
  await database.query('delete from processes where process_id = $1', [processId]);
}

/** The processes that have reported within half a minute. */
export async function runningProcesses(database: Database): Promise<RunningProcess[]> {
  return database.query<RunningProcess>(
    `select role, host, pid, configuration from processes where seen_at > now() - interval '30 seconds'
     order by role, host, pid`,
  );
}
