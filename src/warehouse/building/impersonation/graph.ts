// The graph of who can act as whom, as arrays of integers, and its condensation.
//
// A node is an account, or stands for several: for the members of a group that holds a right, or for everything in a group, directory or
// instance. So the right of an administrator over an instance is one edge. The build condenses the cycles and counts what each account
// reaches: a walk keeps one set, and changes it by the difference from one node to the next. A count that would cost too much is absent, and
// the ledger says so. A version stores the steps; chains are found on request (sql/lookups/blast_radius.sql).

/**
 * Nodes are numbered from 0. The accounts come first, those of one application instance side by side; the others (groups whose
 * members hold a right, everything in a group, …) follow. An edge says that whoever can act as `from` can act as `to`.
 */
export interface Graph {
  readonly nodes: number;
  readonly accounts: number;
  /** The first account of each instance, and the number of all accounts as the last one. */
  readonly instanceStarts: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Nodes that lead to every account of one instance. These edges are not listed: there may be a million for each node. */
  readonly hubs: readonly Hub[];
  /** Accounts that may be able to act as more accounts than the edges say. */
  readonly unsure: readonly number[];
}

export interface Hub {
  readonly node: number;
  /** Index in `instanceStarts`. */
  readonly instance: number;
}

/** Lists of integers, one after the other: list `n` is `items[starts[n]] … items[starts[n + 1] - 1]`. */
export interface Lists {
  readonly starts: Int32Array;
  readonly items: Int32Array;
}

/** `values[i]` becomes an item of the list `keys[i]`. */
export function listsOf(count: number, keys: Int32Array, values: Int32Array): Lists {
  const starts = new Int32Array(count + 1);
  for (let index = 0; index < keys.length; index++) starts[keys[index]! + 1]!++;
  for (let list = 0; list < count; list++) starts[list + 1]! += starts[list]!;
  const next = starts.slice(0, count);
  const items = new Int32Array(keys.length);
  for (let index = 0; index < keys.length; index++) items[next[keys[index]!]!++] = values[index]!;
  return { starts, items };
}

/** The index of the instance of each account. */
export function instancesOf({ accounts, instanceStarts }: Graph): Int32Array {
  const instances = new Int32Array(accounts);
  for (let instance = 0; instance + 1 < instanceStarts.length; instance++) {
    instances.fill(instance, instanceStarts[instance], instanceStarts[instance + 1]);
  }
  return instances;
}
