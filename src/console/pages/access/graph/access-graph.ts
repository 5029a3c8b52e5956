// The graph of access as far as it is loaded, and the part of it that is drawn.
import type { Schemas } from '../../../../../clients/typescript/index.ts';

type Answer = Schemas['AccessGraph'];

export type StepKind = Answer['steps'][number]['kind'] | 'More' | 'Impersonation';

export interface GraphNode {
  readonly key: string;
  /** Global id; absent for a node that stands for others. */
  readonly objectId?: string;
  readonly type: string;
  readonly name: string;
  readonly layer: number;
  /** Of a node that stands for some of the contents of the object: the id with which more of it is requested. */
  readonly contentsId?: string | undefined;
  readonly as?: 'Holder' | 'Object' | 'Container' | undefined;
  readonly isEnabled?: boolean | undefined;
  /** All steps that lead on from it. */
  readonly stepCount: number;
}

export interface GraphStep {
  readonly key: string;
  readonly kind: StepKind;
  /** Global id of the relationship behind it. */
  readonly id?: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly permissions: readonly string[];
  /** What the source calls the grant; absent: it has no name, or that is not known. */
  readonly grantName?: string | undefined;
  /** Its removal alone ends the access. */
  readonly isCritical?: boolean;
  /** Of impersonation: how, in words. */
  readonly reason?: string;
  /** What shows it: a hash identifier, a specifier, flags of an account. */
  readonly evidence?: string | undefined;
  /** The type of the relationship behind it. */
  readonly relationship?: 'EntityManagedViaObject' | 'EntityAssignedAccessToObject';
}

export interface Graph {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly steps: ReadonlyMap<string, GraphStep>;
}

export const emptyGraph: Graph = { nodes: new Map(), steps: new Map() };

/**
 * The graph with what an answer adds.
 * @param at the node that the answer begins with; undefined: the start of the graph
 */
export function addAnswer(graph: Graph, { nodes, steps }: Answer, at?: GraphNode): Graph {
  const start = at ? graph.nodes.values().next().value : undefined;
  const keys = nodes.map(({ objectId, contentsId, as = 'Start' }, index) => {
    if (index === 0 && at) return at.key;
    if (contentsId !== undefined) return `${as}:${contentsId}`;
    return objectId === start?.objectId && start.as === undefined ? start.key : `${as}:${objectId}`;
  });
  const allNodes = new Map(graph.nodes);
  const allSteps = new Map(graph.steps);
  nodes.forEach(({ objectId, contentsId, objectType, objectName, as, layer, isEnabled, stepCount }, index) => {
    const key = keys[index]!;
    if (allNodes.has(key)) return;
    const name = objectName ?? `not read: ${objectId}`;
    const depth = layer + (at?.layer ?? 0);
    allNodes.set(key, { key, objectId, contentsId, type: objectType, name, as, layer: depth, isEnabled, stepCount });
  });
  for (const { kind, id, from, to, permissions } of steps) {
    const ends = `${keys[from]} ${keys[to]}`;
    const key = `${kind} ${id ?? ''} ${ends}`;
    allSteps.set(key, { key, kind, id, from: keys[from]!, to: keys[to]!, permissions });
  }
  return { nodes: allNodes, steps: allSteps };
}

/** The key of the node that stands for the steps of a node that are not drawn. */
export const moreKey = (key: string): string => `more ${key}`;

/** The node whose steps are not all drawn, when the node or the step that stands for them is chosen. */
export function nodeWithMore({ nodes, steps }: Graph, chosen: string): GraphNode | undefined {
  const step = steps.get(chosen);
  const ends = step?.kind === 'More' ? [step.from, step.to] : [chosen];
  return [...nodes.values()].find(({ key }) => ends.includes(moreKey(key)));
}

/**
 * The part of a graph that is drawn: everything that its start leads to without passing a collapsed node. A node whose steps are not
 * all drawn is followed by one that says how many are not.
 */
export function drawnPart(graph: Graph, collapsed: ReadonlySet<string>, isBack: boolean): Graph {
  const start = graph.nodes.keys().next().value;
  if (start === undefined) return graph;
  const ends = (step: GraphStep) => (isBack ? [step.to, step.from] : [step.from, step.to]) as [string, string];
  const next = Map.groupBy(graph.steps.values(), step => ends(step)[0]);
  const nodes = new Map<string, GraphNode>([[start, graph.nodes.get(start)!]]);
  const steps = new Map<string, GraphStep>();
  for (const [key, node] of nodes) {
    if (node.type === 'More') continue;
    const leading = collapsed.has(key) ? [] : (next.get(key) ?? []);
    for (const step of leading) {
      const far = ends(step)[1];
      steps.set(step.key, step);
      if (!nodes.has(far)) nodes.set(far, graph.nodes.get(far)!);
    }
    const left = node.stepCount - leading.length;
    if (left <= 0) continue;
    const more = moreKey(key);
    const name = `${left.toLocaleString()} more`;
    nodes.set(more, { key: more, type: 'More', name, layer: node.layer + 1, stepCount: 0 });
    const [from, to] = isBack ? [more, key] : [key, more];
    // The drawing knows nodes and steps by their keys, so both need one of their own.
    const step = `to ${more}`;
    steps.set(step, { key: step, kind: 'More', from, to, permissions: [] });
  }
  return { nodes, steps };
}

/** Fewer accounts than this are drawn one by one. */
const fewestGrouped = 6;

/**
 * The graph with one node for the accounts that nothing follows and that the same objects give the same access, such as the members
 * of a group. The reader opens such a node to see them.
 * @param opened keys of the nodes that are open
 */
export function withAccountGroups(graph: Graph, opened: ReadonlySet<string>, isBack: boolean): Graph {
  const start = graph.nodes.keys().next().value;
  const leading = Map.groupBy(graph.steps.values(), ({ from, to }) => (isBack ? from : to));
  const followed = new Set([...graph.steps.values()].map(({ from, to }) => (isBack ? to : from)));
  const isLeaf = ({ key, type }: GraphNode) => type === 'Account' && key !== start && !followed.has(key);
  const groups = Map.groupBy([...graph.nodes.values()].filter(isLeaf), ({ key }) =>
    accountsKey((leading.get(key) ?? []).map(step => waySignature(step, isBack))),
  );
  const nodes = new Map(graph.nodes);
  const steps = new Map(graph.steps);
  for (const [key, accounts] of groups) {
    if (accounts.length < fewestGrouped || opened.has(key)) continue;
    const name = `${accounts.length.toLocaleString()} accounts`;
    nodes.set(key, { key, type: 'Accounts', name, layer: accounts[0]!.layer, stepCount: 0 });
    for (const account of accounts) {
      nodes.delete(account.key);
      for (const step of leading.get(account.key) ?? []) steps.delete(step.key);
    }
    for (const { kind, from, to, permissions } of leading.get(accounts[0]!.key) ?? []) {
      const [near, far] = isBack ? [key, to] : [from, key];
      const merged = `${key} ${kind} ${isBack ? to : from}`;
      steps.set(merged, { key: merged, kind, from: near, to: far, permissions });
    }
  }
  return { nodes, steps };
}

const waySignature = ({ kind, from, to, permissions }: GraphStep, isBack: boolean) =>
  `${kind} ${isBack ? to : from} ${permissions.join()}`;

const accountsKey = (ways: readonly string[]) => `accounts ${ways.toSorted().join(' ')}`;
