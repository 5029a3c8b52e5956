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
    steps.set(more, { key: more, kind: 'More', from, to, permissions: [] });
  }
  return { nodes, steps };
}
