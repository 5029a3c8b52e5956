// An application that knows which job may write to which object now. It notes every write that nobody requested, that comes twice, or
// that changes nothing.
import { setTimeout as pause } from 'node:timers/promises';
import { type Application, type Call, createApplication } from '../actions/application.ts';
import type { Random } from '../random.ts';

const reads = new Set(['open', 'list', 'look', 'group']);

/** The object that a call is about: an account, or a group that is created or deleted. */
const objectOf = ({ account, object }: Call) => account ?? `group ${object}`;

export interface CountedApplication {
  readonly application: Application;
  readonly problems: readonly string[];
  /** The number of all writes so far. */
  writes(): number;
  isFree(object: string): boolean;
  /** From now on these objects may be written to. */
  claim(objects: readonly string[]): void;
  /** From now on they may not. @returns the writes since the claim, by object */
  release(objects: readonly string[]): ReadonlyMap<string, readonly Call[]>;
  /** From now on nothing may write to these objects, and no job is requested for them. */
  retire(objects: readonly string[]): void;
}

/** @param random chooses how long each call takes, so that a process is killed inside of calls too */
export function countedApplication(accounts: number, random: Random): CountedApplication {
  const application = createApplication({ accounts });
  const claims = new Map<string, Call[]>();
  const retired = new Set<string>();
  const problems: string[] = [];
  let writes = 0;
  application.before = () => pause(random.below(25));
  application.after = call => {
    if (reads.has(call.name)) return;
    writes += 1;
    const text = JSON.stringify(call);
    const written = claims.get(objectOf(call));
    if (application.changes.at(-1) !== call) problems.push(`a write that changes nothing: ${text}`);
    if (!written) problems.push(`a write that no open job requested: ${text}`);
    else if (written.some(other => other.name === call.name && other.object === call.object)) {
      problems.push(`a write that was made before: ${text}`);
    }
    written?.push(call);
  };
  return {
    application,
    problems,
    writes: () => writes,
    isFree: object => !claims.has(object) && !retired.has(object),
    claim(objects) {
      for (const object of objects) claims.set(object, []);
    },
    release(objects) {
      const released = new Map(objects.map(object => [object, claims.get(object)!]));
      for (const object of objects) claims.delete(object);
      return released;
    },
    retire(objects) {
      for (const object of objects) retired.add(object);
    },
  };
}
