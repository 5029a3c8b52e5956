// Transactions on database sessions. Both engines share this code, so that they behave the same.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from './database.ts';
import { isBrokenOff, StatementError, statementError } from './statement-error.ts';

/** One connection, used by one caller at a time. */
export interface Session {
  run(text: string, values: readonly unknown[]): Promise<unknown[]>;
  script(text: string): Promise<void>;
}

/**
 * Provides sessions. A session whose `work` called `discard` is not used again. `withSession` rejects with a StatementError
 * when no session is available.
 */
export interface Sessions {
  withSession<Result>(work: (session: Session, discard: () => void) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** One level of a transaction: the transaction itself, or a savepoint in it. */
interface Level {
  open: boolean;
  failure?: StatementError;
}

/** Matches statements that change nothing. `with` is excluded, because it may contain an INSERT. */
const reads = /^\s*select\b/i;

/** Create a Database on the sessions of an engine. */
export function databaseOver(sessions: Sessions): Database {
  const current = new AsyncLocalStorage<Level>();
  let closing: Promise<void> | undefined;

  function checkUsable(): void {
    if (closing) throw new Error('The state database is closed');
    if (current.getStore()?.open) {
      throw new Error('The state database was used inside a transaction; use the transaction that was handed in');
    }
  }

  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      checkUsable();
      let begun = false;
      const attempt = () =>
        sessions.withSession(session => {
          begun = true;
          return run<Row>(session, text, values);
        });
      try {
        return await attempt();
      } catch (error) {
        // The server closed this connection, perhaps long ago while it was idle. A read is retried on another one. A write
        // is not, because the server may have executed it. A failure to connect is not retried: that would only wait again.
        if (!begun || !reads.test(text) || !isBrokenOff(error)) throw error;
        return attempt();
      }
    },
    async execute(script) {
      checkUsable();
      await sessions.withSession(session => runScript(session, script));
    },
    async transaction(work) {
      checkUsable();
      return sessions.withSession(async (session, discard) => {
        const level: Level = { open: true };
        await run(session, 'BEGIN');
        try {
          const result = await current.run(level, () => work(transactionOn(session, level, 1)));
          if (level.failure) throw doomed(level.failure);
          level.open = false;
          await run(session, 'COMMIT');
          return result;
        } catch (error) {
          level.open = false;
          // After a failed COMMIT there is nothing to roll back; then the server only warns.
          await run(session, 'ROLLBACK').catch(discard);
          throw error;
        }
      });
    },
    close() {
      closing ??= sessions.close();
      return closing;
    },
  };
}

function transactionOn(session: Session, level: Level, depth: number): Database {
  async function tracked<Result>(statement: () => Promise<Result>): Promise<Result> {
    if (!level.open) throw new Error('The transaction is over; its work must await every statement');
    try {
      return await statement();
    } catch (error) {
      if (error instanceof StatementError) level.failure ??= error;
      throw error;
    }
  }

  return {
    query: <Row>(text: string, values: readonly unknown[] = []) => tracked(() => run<Row>(session, text, values)),
    execute: script => tracked(() => runScript(session, script)),
    async transaction(work) {
      const name = `level_${depth}`;
      const inner: Level = { open: true };
      await tracked(() => run(session, `SAVEPOINT ${name}`));
      try {
        const result = await work(transactionOn(session, inner, depth + 1));
        if (inner.failure) throw doomed(inner.failure);
        inner.open = false;
        await tracked(() => run(session, `RELEASE SAVEPOINT ${name}`));
        return result;
      } catch (error) {
        inner.open = false;
        await tracked(() => run(session, `ROLLBACK TO SAVEPOINT ${name}`));
        throw error;
      }
    },
    async close() {
      throw new Error('A transaction ends with its work; it cannot be closed');
    },
  };
}

/** PostgreSQL turns the COMMIT of a failed transaction into a ROLLBACK without an error. This makes it an error. */
function doomed(failure: StatementError): StatementError {
  return new StatementError(`The transaction was rolled back: a statement in it failed: ${failure.message}`, {
    code: failure.code,
    constraint: failure.constraint,
    unavailable: failure.unavailable,
    timedOut: failure.timedOut,
    cause: failure,
  });
}

async function run<Row>(session: Session, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  try {
    return (await session.run(text, values)) as Row[];
  } catch (cause) {
    throw statementError(cause, text, values);
  }
}

async function runScript(session: Session, text: string): Promise<void> {
  try {
    await session.script(text);
  } catch (cause) {
    throw statementError(cause, text);
  }
}
