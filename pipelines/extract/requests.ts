// Counts the requests of a run, and writes into state how many there were and what the source still allows.
import type { ConnectorContext } from '../../src/connector/contract.ts';
import { noteRequests, type RunRequests, type StatedLimit } from '../../src/state/run-requests.ts';
import type { Extraction } from './reading.ts';

/** How often the counts are written while a run works. */
const writtenEveryMs = 2000;

export interface RequestCount {
  readonly onAnswer: NonNullable<ConnectorContext['onAnswer']>;
  /** Write the last counts. */
  end(): Promise<void>;
}

/** The count continues that of former attempts of the run. */
export function countRequests({ context, run, lease }: Extraction): RequestCount {
  const limits = new Map<string, StatedLimit>();
  let sent = run.requests?.sent ?? 0;
  let isWritten = true;
  let writing = Promise.resolve();

  const counts = (): RunRequests => {
    return { sent, limits: [...limits.values()].filter(({ resetAt }) => Date.parse(resetAt) > Date.now()) };
  };
  const write = () => {
    if (isWritten) return;
    isWritten = true;
    writing = writing
      .then(() => noteRequests(context.database, lease, counts()))
      // Nothing depends on the counts. A lost lease or database ends the run in other code.
      .catch(err => context.log.debug({ run: run.run_id, err }, 'the requests of a run could not be noted'));
  };
  const timer = setInterval(write, writtenEveryMs);

  return {
    onAnswer({ origin, limit: name, stated }) {
      sent += 1;
      isWritten = false;
      if (!stated) return;
      const { remaining, allowed, resetMs } = stated;
      const resetAt = new Date(Date.now() + resetMs).toISOString();
      limits.set(`${origin} ${name}`, { origin, name, remaining, ...(allowed !== undefined && { allowed }), resetAt });
    },
    async end() {
      clearInterval(timer);
      write();
      await writing;
    },
  };
}
