// The connection for changes. It keeps no snapshot, so it sees what others change as soon as they commit it.

import {
  connectTo,
  type ServerConnection,
  type SessionTarget,
} from '../../../src/connector/sql/postgres/connection.ts';
import { postgresChangeFailure } from '../../../src/connector/sql/postgres/failures.ts';
import type { KeyValue } from '../../../src/connector/sql/sections.ts';
import type { PostgresSettings } from '../settings.ts';

export interface Transaction {
  rows<Row extends object>(statement: string, parameters?: readonly KeyValue[]): Promise<Row[]>;
}

type Work<Result> = (transaction: Transaction) => Promise<Result>;

/** Transactions run one after the other. The connection is opened when it is needed, and again after it broke. */
export interface ChangeSession {
  /** Look at the present state, in one transaction. @throws what {@link postgresChangeFailure} makes of an error */
  look<Result>(work: Work<Result>): Promise<Result>;
  /** Do everything in one transaction, or nothing. @throws as `look` does */
  change(work: Work<void>): Promise<void>;
  close(): Promise<void>;
}

/** Times are exchanged in UTC. A change must not wait for long for another session, which may hold its locks for hours. */
const beginning = ["SET TimeZone = 'UTC'", "SET DateStyle = 'ISO'", "SET lock_timeout = '10s'"];

/** @param onChange called after every change */
export function openChangeSession(
  target: SessionTarget & { readonly settings: PostgresSettings },
  onChange: () => void,
): ChangeSession {
  const { settings } = target;
  let opened: Promise<ServerConnection> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function closeConnection(): Promise<void> {
    const closing = opened;
    opened = undefined;
    await closing?.then(
      connection => connection.close(),
      () => {},
    );
  }

  async function runAlone<Result>(access: 'READ ONLY' | 'READ WRITE', work: Work<Result>): Promise<Result> {
    opened ??= connectTo(target, settings.database, beginning);
    try {
      const { query } = await opened;
      await query(`BEGIN TRANSACTION ISOLATION LEVEL READ COMMITTED ${access}`);
      const result = await work({
        rows: <Row extends object>(statement: string, parameters: readonly KeyValue[] = []) =>
          query<Row>(statement, parameters),
      });
      await query('COMMIT');
      return result;
    } catch (error) {
      const isUsable = await opened
        .then(({ query }) => query('ROLLBACK'))
        .then(
          () => true,
          () => false,
        );
      if (!isUsable) await closeConnection();
      throw postgresChangeFailure(error, settings);
    }
  }

  function inTurn<Result>(access: 'READ ONLY' | 'READ WRITE', work: Work<Result>): Promise<Result> {
    const turn = last.then(() => runAlone(access, work));
    last = turn.catch(() => {});
    return turn;
  }

  return {
    look: work => inTurn('READ ONLY', work),
    // Also after an error, because a connection that broke may have committed.
    change: work => inTurn('READ WRITE', work).finally(onChange),
    async close() {
      await last;
      await closeConnection();
    },
  };
}
