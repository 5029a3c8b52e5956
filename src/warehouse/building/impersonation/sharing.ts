// Components that lead to the same components share one node for these.
import type { Condensation } from './condensation.ts';
import type { Lists } from './graph.ts';

export interface SharedGraph {
  readonly count: number;
  /** Node → nodes that it leads to directly. They have lower numbers. */
  readonly successors: Lists;
  /** Node → component; -1 for a node that stands for what several components lead to. */
  readonly components: Int32Array;
}

/**
 * When several components lead to the same two or more others, one node is put between them, so that what these others reach is
 * found once.
 */
export function share({ count, successors }: Condensation): SharedGraph {
  const { starts, items } = successors;
  const repeated = repeatedLists(count, successors);
  const most = count + repeated.count;
  const shared = {
    starts: new Int32Array(most + 1),
    items: new Int32Array(items.length + count),
    components: new Int32Array(most),
  };
  const nodeOf = new Int32Array(count);
  const sharedNodeOf = new Map<number, number>();
  let [node, end] = [0, 0];
  const add = (component: number) => {
    shared.components[node] = component;
    shared.starts[node + 1] = end;
    return node++;
  };
  const copyList = (component: number) => {
    for (let index = starts[component]!; index < starts[component + 1]!; index++) {
      shared.items[end++] = nodeOf[items[index]!]!;
    }
  };
  for (let component = 0; component < count; component++) {
    const first = repeated.first[component]!;
    if (first === -1) {
      copyList(component);
    } else {
      if (!sharedNodeOf.has(first)) {
        copyList(first);
        sharedNodeOf.set(first, add(-1));
      }
      shared.items[end++] = sharedNodeOf.get(first)!;
    }
    nodeOf[component] = add(component);
  }
  return {
    count: node,
    successors: { starts: shared.starts.subarray(0, node + 1), items: shared.items.subarray(0, end) },
    components: shared.components.subarray(0, node),
  };
}

/** For each component whose list another one has too: the first component with this list; otherwise -1. */
function repeatedLists(count: number, { starts, items }: Lists): { first: Int32Array; count: number } {
  const first = new Int32Array(count).fill(-1);
  const byDigest = new Map<number, number>();
  let repeated = 0;
  for (let component = 0; component < count; component++) {
    if (starts[component + 1]! - starts[component]! < 2) continue;
    const digest = digestOf(items, starts[component]!, starts[component + 1]!);
    const known = byDigest.get(digest);
    if (known === undefined) byDigest.set(digest, component);
    else if (areEqual(items, starts, known, component)) {
      if (first[known] === -1) repeated++;
      first[known] = known;
      first[component] = known;
    }
  }
  return { first, count: repeated };
}

/** FNV-1a over 32-bit words. */
function digestOf(items: Int32Array, start: number, end: number): number {
  let digest = 0x811c9dc5;
  for (let index = start; index < end; index++) digest = Math.imul(digest ^ items[index]!, 0x01000193);
  return digest;
}

function areEqual(items: Int32Array, starts: Int32Array, one: number, other: number): boolean {
  const length = starts[one + 1]! - starts[one]!;
  if (length !== starts[other + 1]! - starts[other]!) return false;
  for (let index = 0; index < length; index++) {
    if (items[starts[one]! + index] !== items[starts[other]! + index]) return false;
  }
  return true;
}
