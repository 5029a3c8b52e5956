// The connection for changes. It is in no transaction, so it sees what others change as soon as they commit it. MySQL and MariaDB commit each
// statement about accounts by itself.

import { mysqlChangeFailure } from '../../../src/connector/sql/mysql/failures.ts';
import { type MysqlSession, type MysqlTarget, openMysqlSession } from '../../../src/connector/sql/mysql/session.ts';
import { SourceUnavailable } from '../../../src/connector/transient.ts';

/** @throws what {@link mysqlChangeFailure} makes of an error. The connection is opened when it is needed, and again after it broke */
export type MysqlChanges = Pick<MysqlSession, 'rows' | 'run' | 'close'>;

/** A change must not wait for long for the locks of others, for example of a backup. */
const beginning = ['SET SESSION autocommit = 1', 'SET SESSION lock_wait_timeout = 10'];

export function openMysqlChanges(target: MysqlTarget): MysqlChanges {
  let opened: Promise<MysqlSession> | undefined;

  async function close(): Promise<void> {
    const closing = opened;
    opened = undefined;
    await closing?.then(
      session => session.close(),
      () => {},
    );
  }

  async function use<Result>(work: (session: MysqlSession) => Promise<Result>): Promise<Result> {
    opened ??= openMysqlSession(target, beginning);
    const opening = opened;
    let isOpen = false;
    try {
      const session = await opening;
      isOpen = true;
      return await work(session);
    } catch (error) {
      if (opened === opening && (!isOpen || error instanceof SourceUnavailable)) await close();
      throw mysqlChangeFailure(error, target.settings);
    }
  }

  return {
    rows: (statement, parameters) => use(session => session.rows(statement, parameters)),
    run: statement => use(session => session.run(statement)),
    close,
  };
}
