// The connection for changes. It has no snapshot, so it sees at once what anybody has changed.
import { connectTo, type ServerConnection, type SessionTarget, type Value } from '../connection.ts';
import { explainFailedChange } from '../failures.ts';

export interface Transaction {
  rows<Row extends object>(statement: string, parameters?: readonly Value[]): Promise<Row[]>;
}

export interface ChangeSession {
  /**
   * Do everything in one transaction, or nothing. Transactions run one after the other. The connection is opened when it is
   * needed, and again after it broke.
   * @throws what {@link explainFailedChange} makes of an error
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Times are exchanged in UTC. A change must not wait for long for another session, which may hold its locks for hours. */
const beginning = ["SET TimeZone = 'UTC'", "SET DateStyle = 'ISO'", "SET lock_timeout = '10s'"];

export function openChangeSession(target: SessionTarget): ChangeSession {
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

  async function runAlone<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    opened ??= connectTo(target, settings.database, beginning);
    try {
      const { client } = await opened;
      await client.query('BEGIN TRANSACTION ISOLATION LEVEL READ COMMITTED READ WRITE');
      const result = await work({
        rows: async <Row extends object>(statement: string, parameters: readonly Value[] = []) =>
          (await client.query<Row>(statement, [...parameters])).rows,
      });
      await client.query('COMMIT');
      return result;
    } catch (error) {
      const isUsable = await opened
        .then(({ client }) => client.query('ROLLBACK'))
        .then(
          () => true,
          () => false,
        );
      if (!isUsable) await closeConnection();
      throw explainFailedChange(error, settings);
    }
  }

  return {
    transaction(work) {
      const turn = last.then(() => runAlone(work));
      last = turn.catch(() => {});
      return turn;
    },
    async close() {
      await last;
      await closeConnection();
    },
  };
}
