// The graph with each component as one node. It has no cycles, and its edges lead to lower numbers.
import { type Components, componentsOf } from './components.ts';
import { type Graph, instancesOf, type Lists, listsOf } from './graph.ts';

export interface Condensation {
  readonly count: number;
  /** Component → components that it leads to directly, each once, in ascending order. */
  readonly successors: Lists;
  /** Component → the instances of its accounts, each once, and beside them how many accounts of the component each has. */
  readonly instances: Lists;
  readonly weights: Int32Array;
  /** Component → instances in which it leads to every account. */
  readonly hubs: ReadonlyMap<number, readonly number[]>;
  /** 1: it holds an account that may be able to act as more accounts than the edges say. */
  readonly unsure: Uint8Array;
  /** Account → component. */
  readonly ofAccount: Int32Array;
}

export function condense(graph: Graph): Condensation {
  const edges = listsOf(graph.nodes, graph.from, graph.to);
  const components = componentsOf(graph, edges);
  const { of, count } = components;
  const numbers = new Int32Array(graph.nodes);
  for (let node = 0; node < graph.nodes; node++) numbers[node] = node;
  const members = listsOf(count, of, numbers);
  const accountInstances = instancesOf(graph);
  const unsure = new Uint8Array(count);
  for (const account of graph.unsure) unsure[of[account]!] = 1;
  const hubs = new Map<number, number[]>();
  for (const { node, instance } of graph.hubs) {
    const own = hubs.get(of[node]!);
    if (own) own.push(instance);
    else hubs.set(of[node]!, [instance]);
  }
  const parts = { graph, edges, components, members, accountInstances, hubs, unsure };
  return {
    count,
    successors: successorsOf(parts, homesOf(parts)),
    ...weightsOf(parts),
    hubs,
    unsure,
    ofAccount: of.subarray(0, graph.accounts),
  };
}

interface Parts {
  readonly graph: Graph;
  readonly edges: Lists;
  readonly components: Components;
  readonly members: Lists;
  readonly accountInstances: Int32Array;
  readonly hubs: ReadonlyMap<number, readonly number[]>;
  readonly unsure: Uint8Array;
}

function weightsOf({ graph, components, members, accountInstances }: Parts) {
  const starts = new Int32Array(components.count + 1);
  const items = new Int32Array(graph.accounts);
  const weights = new Int32Array(graph.accounts);
  let end = 0;
  for (let component = 0; component < components.count; component++) {
    starts[component] = end;
    for (let index = members.starts[component]!; index < members.starts[component + 1]!; index++) {
      const node = members.items[index]!;
      if (node >= graph.accounts) continue;
      const instance = accountInstances[node]!;
      // Members are in the order of their numbers, so accounts of one instance follow each other.
      if (end === starts[component] || items[end - 1] !== instance) items[end++] = instance;
      weights[end - 1]!++;
    }
  }
  starts[components.count] = end;
  return { instances: { starts, items }, weights };
}

/** The instance in which a component and everything that it leads to directly lie; -1 when there is no such instance. */
function homesOf({ graph, edges, components, members, accountInstances, unsure }: Parts): Int32Array {
  const homes = new Int32Array(components.count);
  const instanceOf = (node: number) => (node < graph.accounts ? accountInstances[node]! : -1);
  for (let component = 0; component < components.count; component++) {
    let home = unsure[component] === 1 ? -1 : instanceOf(members.items[members.starts[component]!]!);
    for (let index = members.starts[component]!; home !== -1 && index < members.starts[component + 1]!; index++) {
      const node = members.items[index]!;
      if (instanceOf(node) !== home) home = -1;
      for (let edge = edges.starts[node]!; home !== -1 && edge < edges.starts[node + 1]!; edge++) {
        if (instanceOf(edges.items[edge]!) !== home) home = -1;
      }
    }
    homes[component] = home;
  }
  return homes;
}

/** A hub leads to components that lie in its instance with all that they lead to. They need no edge: the hub covers them. */
function successorsOf({ graph, edges, components, members, hubs }: Parts, homes: Int32Array): Lists {
  const { count, of } = components;
  const starts = new Int32Array(count + 1);
  const items = new Int32Array(graph.from.length + graph.hubs.length + hubbedAccounts(graph));
  const seen = new Int32Array(count).fill(-1);
  let end = 0;
  for (let component = 0; component < count; component++) {
    starts[component] = end;
    seen[component] = component;
    const add = (target: number) => {
      if (seen[target] === component) return;
      seen[target] = component;
      items[end++] = target;
    };
    for (let index = members.starts[component]!; index < members.starts[component + 1]!; index++) {
      const node = members.items[index]!;
      for (let edge = edges.starts[node]!; edge < edges.starts[node + 1]!; edge++) add(of[edges.items[edge]!]!);
    }
    for (const instance of hubs.get(component) ?? []) {
      for (let account = graph.instanceStarts[instance]!; account < graph.instanceStarts[instance + 1]!; account++) {
        if (homes[of[account]!] !== instance) add(of[account]!);
      }
    }
    items.subarray(starts[component], end).sort();
  }
  starts[count] = end;
  return { starts, items: items.subarray(0, end) };
}

function hubbedAccounts({ hubs, instanceStarts }: Graph): number {
  return hubs.reduce((sum, { instance }) => sum + instanceStarts[instance + 1]! - instanceStarts[instance]!, 0);
}
