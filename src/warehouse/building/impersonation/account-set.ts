// A set of nodes that knows how many accounts they stand for.
import type { Condensation } from './condensation.ts';
import type { Graph } from './graph.ts';
import type { SharedGraph } from './sharing.ts';

export interface AccountSet {
  /** How many nodes were added. */
  size(): number;
  /** The node that was added when the set had this size. */
  at(index: number): number;
  /** An instance that a hub covers counts with all of its accounts, whether their nodes were added or not. */
  accounts(): number;
  add(node: number): void;
  /** Take out what was added last. */
  shrinkTo(size: number): void;
}

/** Values in place of a node's instance: the node stands for no account, or for accounts of several instances. */
const none = -1;
const several = -2;

export function openAccountSet(
  graph: Graph,
  condensation: Condensation,
  { count, components }: SharedGraph,
): AccountSet {
  const { instanceStarts } = graph;
  const { instances, weights, hubs } = condensation;
  const { instanceOf, weightOf } = onlyInstances(condensation, { count, components });
  const isIn = new Uint8Array(count);
  const added = new Int32Array(count);
  const addedOf = new Int32Array(instanceStarts.length);
  const hubsOf = new Int32Array(instanceStarts.length);
  let [size, accounts] = [0, 0];
  const change = (instance: number, weight: number) => {
    addedOf[instance]! += weight;
    if (hubsOf[instance] === 0) accounts += weight;
  };
  const changeNode = (node: number, sign: 1 | -1) => {
    const instance = instanceOf[node]!;
    if (instance >= 0) change(instance, sign * weightOf[node]!);
    if (instance !== several) return;
    const component = components[node]!;
    for (let index = instances.starts[component]!; index < instances.starts[component + 1]!; index++) {
      change(instances.items[index]!, sign * weights[index]!);
    }
  };
  const changeHubs = (node: number, sign: 1 | -1) => {
    for (const instance of hubs.get(components[node]!) ?? []) {
      const others = instanceStarts[instance + 1]! - instanceStarts[instance]! - addedOf[instance]!;
      if (sign === 1 && hubsOf[instance] === 0) accounts += others;
      hubsOf[instance]! += sign;
      if (sign === -1 && hubsOf[instance] === 0) accounts -= others;
    }
  };
  return {
    size: () => size,
    at: index => added[index]!,
    accounts: () => accounts,
    add(node) {
      if (isIn[node] === 1) return;
      isIn[node] = 1;
      added[size++] = node;
      changeNode(node, 1);
      if (hubs.size > 0) changeHubs(node, 1);
    },
    shrinkTo(previous) {
      while (size > previous) {
        const node = added[--size]!;
        isIn[node] = 0;
        if (hubs.size > 0) changeHubs(node, -1);
        changeNode(node, -1);
      }
    },
  };
}

/**
 * For each node with accounts of only one instance: that instance, and how many accounts. Nearly all nodes are of this kind, so adding
 * and removing them has to be fast.
 */
function onlyInstances(
  { instances, weights }: Condensation,
  { count, components }: Pick<SharedGraph, 'count' | 'components'>,
) {
  const instanceOf = new Int32Array(count);
  const weightOf = new Int32Array(count);
  for (let node = 0; node < count; node++) {
    const component = components[node]!;
    const start = component === -1 ? 0 : instances.starts[component]!;
    const length = component === -1 ? 0 : instances.starts[component + 1]! - start;
    instanceOf[node] = length === 0 ? none : length > 1 ? several : instances.items[start]!;
    if (length === 1) weightOf[node] = weights[start]!;
  }
  return { instanceOf, weightOf };
}
