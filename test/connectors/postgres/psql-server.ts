// A PostgreSQL server with psql, in which the role `timed` needs a password and nobody else does.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresServer, postgresProgram, startPostgres } from '../../support/servers/postgres.ts';

export const passwordOfTimed = 'the password';

export interface PsqlServer extends Pick<PostgresServer, 'halt' | 'resume' | 'stop'> {
  readonly port: number;
  /** @returns what psql prints, without the last newline */
  psql(statement: string): string;
  /** Log in with psql. @returns the name of the role, or the error */
  logIn(user: string): string;
}

export async function startPsqlServer(): Promise<PsqlServer> {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-postgres-psql-'));
  chmodSync(folder, 0o755);
  const rules = join(folder, 'pg_hba.conf');
  const lines = ['host all timed 127.0.0.1/32 scram-sha-256', 'host all all 127.0.0.1/32 trust'];
  writeFileSync(rules, `${lines.join('\n')}\n`, { mode: 0o644 });
  const server = await startPostgres(['fsync=off', 'shared_buffers=16MB', `hba_file=${rules}`]);
  const port = Number(new URL(await server.createDatabase()).port);
  const run = (user: string, statement: string) => {
    const address = ['-h', '127.0.0.1', '-p', String(port), '-U', user, '-d', 'postgres'];
    return execFileSync(postgresProgram('psql'), [...address, '-v', 'ON_ERROR_STOP=1', '-XAtqc', statement], {
      env: { ...process.env, PGPASSWORD: passwordOfTimed },
      stdio: 'pipe',
      encoding: 'utf8',
    }).trimEnd();
  };
  return {
    port,
    halt: server.halt,
    resume: server.resume,
    psql: statement => run('postgres', statement),
    logIn(user) {
      try {
        return run(user, 'SELECT session_user');
      } catch (error) {
        return String((error as { stderr: unknown }).stderr);
      }
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
