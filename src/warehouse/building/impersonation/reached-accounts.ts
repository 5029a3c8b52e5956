// How many other accounts each account can act as.
import { openAccountSet } from './account-set.ts';
import { type Condensation, condense } from './condensation.ts';
import type { Graph } from './graph.ts';
import { type SharedGraph, share } from './sharing.ts';

/** The limit on the steps along edges: this many for each node and edge of the graph, but not less than `fewestSteps`. */
const stepsPerEdge = 30;
const fewestSteps = 50_000_000;

/**
 * For each account, how many others it leads to; -1 when this cannot be said: it leads to an account that is unsure, or the count
 * would cost too much.
 *
 * Every node is a child of its largest successor, so the nodes form trees whose roots lead to nothing. One walk goes through all trees,
 * each from its root up, and keeps one set: everything that the current node reaches. When the walk enters a node, the set is that of
 * its largest successor; the walk adds the node and what its other successors reach. On the way back it removes what it added. So only
 * one set is in memory, and each node costs only what it adds to the set of its largest successor. In graphs of access that is little.
 *
 * @param mostSteps limits the cost of all additions
 * @param leftOut called when some count would cost too much
 */
export function countReachedAccounts(
  graph: Graph,
  mostSteps = Math.max(fewestSteps, stepsPerEdge * (graph.nodes + graph.from.length)),
  leftOut: () => void = () => {},
): Int32Array {
  const condensation = condense(graph);
  const shared = share(condensation);
  const reached = reachOfNodes(graph, condensation, shared, mostSteps);
  const ofComponent = new Int32Array(condensation.count);
  for (let node = 0; node < shared.count; node++) {
    const component = shared.components[node]!;
    if (component !== -1) ofComponent[component] = reached[node]!;
  }
  const unsure = unsureComponents(condensation);
  if (condensation.ofAccount.some(component => unsure[component] === 0 && ofComponent[component] === -1)) leftOut();
  return condensation.ofAccount.map(component => {
    const count = ofComponent[component]!;
    return unsure[component] === 1 || count === -1 ? -1 : count - 1;
  });
}

function unsureComponents({ count, successors, unsure }: Condensation): Uint8Array {
  const all = unsure.slice();
  for (let component = 0; component < count; component++) {
    for (let index = successors.starts[component]!; index < successors.starts[component + 1]!; index++) {
      all[component]! |= all[successors.items[index]!]!;
    }
  }
  return all;
}

function reachOfNodes(graph: Graph, condensation: Condensation, shared: SharedGraph, mostSteps: number): Int32Array {
  const { count, successors } = shared;
  const { starts, items } = successors;
  const set = openAccountSet(graph, condensation, shared);
  const largest = largestSuccessors(graph, condensation, shared);
  const { firstChild, nextSibling, firstRoot } = treesOf(largest);
  const reached = new Int32Array(count).fill(-1);
  const sizeBefore = new Int32Array(count);
  let steps = 0;

  const addReach = (from: number) => {
    const begin = set.size();
    set.add(from);
    for (let at = begin; at < set.size(); at++) {
      const node = set.at(at);
      steps += starts[node + 1]! - starts[node]!;
      for (let index = starts[node]!; index < starts[node + 1]!; index++) set.add(items[index]!);
      if (steps > mostSteps) return;
    }
  };
  const enter = (node: number) => {
    sizeBefore[node] = set.size();
    const isKnown = largest[node] === -1 || reached[largest[node]!] !== -1;
    if (!isKnown) return;
    set.add(node);
    for (let index = starts[node]!; index < starts[node + 1]! && steps <= mostSteps; index++) addReach(items[index]!);
    const isCounted = steps <= mostSteps || starts[node + 1]! - starts[node]! <= 1;
    if (isCounted) reached[node] = set.accounts();
  };

  const trail = new Int32Array(count);
  for (let root = firstRoot; root !== -1; root = nextSibling[root]!) {
    let depth = 0;
    trail[depth++] = root;
    enter(root);
    while (depth > 0) {
      const node = trail[depth - 1]!;
      const child = firstChild[node]!;
      if (child === -1) {
        set.shrinkTo(sizeBefore[node]!);
        depth--;
        continue;
      }
      firstChild[node] = nextSibling[child]!;
      trail[depth++] = child;
      enter(child);
    }
  }
  return reached;
}

/**
 * Node → the successor that seems to reach the most accounts; -1: it has none. The estimate counts the accounts along one chain of
 * nodes, which the node reaches at least.
 */
function largestSuccessors(graph: Graph, { instances, weights, hubs }: Condensation, shared: SharedGraph): Int32Array {
  const { count, successors, components } = shared;
  const largest = new Int32Array(count).fill(-1);
  const atLeast = new Float64Array(count);
  for (let node = 0; node < count; node++) {
    for (let index = successors.starts[node]!; index < successors.starts[node + 1]!; index++) {
      const successor = successors.items[index]!;
      if (largest[node] === -1 || atLeast[successor]! > atLeast[largest[node]!]!) largest[node] = successor;
    }
    const component = components[node]!;
    let own = 0;
    if (component !== -1) {
      for (let index = instances.starts[component]!; index < instances.starts[component + 1]!; index++) {
        own += weights[index]!;
      }
      for (const instance of hubs.get(component) ?? []) {
        own += graph.instanceStarts[instance + 1]! - graph.instanceStarts[instance]!;
      }
    }
    atLeast[node] = own + (largest[node] === -1 ? 0 : atLeast[largest[node]!]!);
  }
  return largest;
}

/** The trees as linked lists. @param parents node → its parent, the largest successor; -1: the node is a root */
function treesOf(parents: Int32Array) {
  const firstChild = new Int32Array(parents.length).fill(-1);
  const nextSibling = new Int32Array(parents.length).fill(-1);
  let firstRoot = -1;
  for (let node = parents.length - 1; node >= 0; node--) {
    const parent = parents[node]!;
    nextSibling[node] = parent === -1 ? firstRoot : firstChild[parent]!;
    if (parent === -1) firstRoot = node;
    else firstChild[parent] = node;
  }
  return { firstChild, nextSibling, firstRoot };
}
