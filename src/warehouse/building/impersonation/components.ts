// The strongly connected components of the graph: sets of nodes in which every node leads to every other.
import type { Graph, Lists } from './graph.ts';

export interface Components {
  readonly count: number;
  /** Node → component. The edges between components lead to lower numbers. */
  readonly of: Int32Array;
}

/**
 * Tarjan's algorithm (Depth-first search and linear graph algorithms, 1972), with a stack of its own instead of recursion.
 * @param edges node → the nodes that it leads to, without the edges of hubs
 */
export function componentsOf(graph: Graph, edges: Lists): Components {
  const { nodes, instanceStarts } = graph;
  const { starts, items } = edges;
  const of = new Int32Array(nodes).fill(-1);
  /** In the order of their discovery, from 1 on; 0: not discovered. */
  const discovered = new Int32Array(nodes);
  /** The earliest discovered node of the stack that a node leads to. */
  const earliest = new Int32Array(nodes);
  const open = new Int32Array(nodes);
  const trail = new Int32Array(nodes);
  /** What a node of the trail looks at next: an index in `items`, and then, for a hub, an account. */
  const nextItem = new Int32Array(nodes);
  const nextAccount = new Int32Array(nodes);
  const lastAccount = new Int32Array(nodes);
  for (const { node, instance } of graph.hubs) {
    nextAccount[node] = instanceStarts[instance]!;
    lastAccount[node] = instanceStarts[instance + 1]!;
  }
  let [count, clock, opened, depth] = [0, 0, 0, 0];

  const enter = (node: number) => {
    discovered[node] = earliest[node] = ++clock;
    nextItem[node] = starts[node]!;
    open[opened++] = node;
    trail[depth++] = node;
  };
  const leave = (node: number) => {
    depth--;
    if (earliest[node] === discovered[node]) {
      for (let member = -1; member !== node; ) {
        member = open[--opened]!;
        of[member] = count;
      }
      count++;
    } else if (earliest[node]! < earliest[trail[depth - 1]!]!) {
      earliest[trail[depth - 1]!] = earliest[node]!;
    }
  };

  for (let root = 0; root < nodes; root++) {
    if (discovered[root] !== 0) continue;
    enter(root);
    while (depth > 0) {
      const node = trail[depth - 1]!;
      let target: number;
      if (nextItem[node]! < starts[node + 1]!) target = items[nextItem[node]!++]!;
      else if (nextAccount[node]! < lastAccount[node]!) target = nextAccount[node]!++;
      else {
        leave(node);
        continue;
      }
      if (discovered[target] === 0) enter(target);
      else if (of[target] === -1 && discovered[target]! < earliest[node]!) earliest[node] = discovered[target]!;
    }
  }
  return { count, of };
}
