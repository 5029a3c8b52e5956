// Random graphs of access, with cycles, denials, references to nothing, and objects that are members of themselves.
import type { Random } from '../random.ts';
import type { AccessGraph, Grant } from './graph.ts';

export interface GraphSize {
  readonly accounts: number;
  readonly containers: number;
  readonly resources: number;
  /** Edges between containers, and between resources. */
  readonly nested: number;
  readonly grants: number;
}

export function randomGraph(random: Random, size: GraphSize): AccessGraph {
  const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
  const accounts = numbered('a', size.accounts);
  const containers = [...numbered('g', Math.ceil(size.containers / 2)), ...numbered('r', size.containers >> 1)];
  const resources = numbered('x', size.resources);
  const pairs = (count: number, from: readonly string[], to: readonly string[]) =>
    Array.from({ length: count }, () => [random.of(from), random.of(to)] as const);
  return {
    accounts,
    containers,
    resources,
    memberships: distinct([
      ...pairs(size.accounts * 2, accounts, containers),
      ...pairs(size.nested, containers, containers),
    ]),
    containments: distinct(pairs(size.nested, resources, resources)),
    grants: Array.from({ length: size.grants }, () => randomGrant(random, [...accounts, ...containers], resources)),
  };
}

function distinct(pairs: readonly (readonly [string, string])[]): (readonly [string, string])[] {
  return [...new Map(pairs.map(pair => [pair.join(), pair])).values()];
}

export function randomGrant(random: Random, holders: readonly string[], objects: readonly string[]): Grant {
  const flags = ['isRead', 'isUpdate', 'isDelete', 'isPrivileged'] as const;
  const some = () => flags.filter(() => random.below(3) === 0);
  const element = () => ({ classes: ['0', '1', '2', 'none'].filter(() => random.below(2) === 0), permissions: some() });
  return {
    holder: random.of(holders),
    object: random.of(objects),
    permissions: some(),
    isDenial: random.below(5) === 0,
    isConditional: random.below(6) === 0,
    isDisabled: random.below(10) === 0,
    isOnlyHere: random.below(4) === 0,
    ...(random.below(3) === 0 && { onContents: Array.from({ length: 1 + random.below(3) }, element) }),
  };
}

/** The same graph, landed in another order. */
export function shuffled(random: Random, graph: AccessGraph): AccessGraph {
  const mix = <Value>(values: readonly Value[]) =>
    values
      .map(value => [random.below(2 ** 30), value] as const)
      .sort(([left], [right]) => left - right)
      .map(([, value]) => value);
  return {
    accounts: mix(graph.accounts),
    containers: mix(graph.containers),
    resources: mix(graph.resources),
    memberships: mix(graph.memberships),
    containments: mix(graph.containments),
    grants: mix(graph.grants),
  };
}
