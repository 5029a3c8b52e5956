// A connection to PostgreSQL for libraries that listen for its errors too late, or not at all.
import pg from 'pg';

/** A connection that breaks must not crash the process, also when nothing listens for its errors yet. Its statements reject anyway. */
export class ListenedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => {});
  }
}
