// Follows the graph of access from one object, one layer at a time.
import type { GraphQuery, NodeUse } from './graph-query.ts';
import type { Edge } from './path-search.ts';
import { mostGraphNodes } from './reach-operations.ts';

/** A row of sql/lookups/access_nodes.sql. */
export interface Start {
  readonly number: number;
  readonly id: string;
  readonly type: string;
  readonly name: string | null;
  /** Of a node that stands for some of the contents of a resource: the resource. */
  readonly of: string | null;
}

/** A row of sql/lookups/access_layer.sql. */
export interface LayerRow {
  readonly kind: Edge['kind'];
  readonly id: string | null;
  readonly permissions: number;
  readonly near: number;
  readonly near_as: NodeUse;
  /** All steps of this node, including those that are not listed. */
  readonly near_steps: number;
  readonly far: number;
  readonly far_as: NodeUse;
  readonly far_id: string;
  readonly far_type: string;
  readonly far_name: string | null;
  readonly far_is_enabled: boolean | null;
  readonly far_contents: string | null;
  readonly far_steps: number;
}

export type LookUpLayer = (parameters: {
  readonly holders: string;
  readonly objects: string;
  readonly containers: string;
  readonly is_back: boolean;
  readonly per_node: number;
  readonly size: number;
}) => Promise<LayerRow[]>;

interface Node {
  readonly number: number;
  readonly objectId: string;
  readonly objectType: string;
  /** Global id of the node that stands for some of the contents of the object, where the node is one. */
  readonly contentsId: string | null;
  readonly name: string | null;
  readonly isEnabled: boolean | null;
  /** Undefined: the start, used as both. */
  readonly as: NodeUse | undefined;
  readonly layer: number;
  /** All steps that lead on from the node. */
  stepCount: number;
  /** Those of them that are listed. */
  listed: number;
}

interface Step {
  readonly kind: Edge['kind'];
  readonly id: string | null;
  readonly permissions: number;
  /** Positions in the list of nodes. */
  readonly from: number;
  readonly to: number;
}

/** Steps that one layer may add. */
const mostSteps = 20_000;

/** Each object is listed once for each of its uses, in the layer that its shortest path leads to. */
export async function readLayers(
  start: Start,
  query: GraphQuery,
  lookUp: LookUpLayer,
): Promise<{ readonly nodes: readonly Node[]; readonly steps: readonly Step[] }> {
  const nodes: Node[] = [startNode(start, query)];
  const steps: Step[] = [];
  const startUses = query.as ? [query.as] : (['Holder', query.isBack ? 'Object' : 'Container'] as const);
  const places = new Map(startUses.map(use => [keyOf(start.number, use), 0]));
  const numbersOf = (from: readonly Node[], use: NodeUse) =>
    from
      .filter(({ as }) => (as === undefined ? startUses.includes(use) : as === use))
      .map(({ number }) => number)
      .join(',');
  let frontier: readonly Node[] = nodes;
  for (let layer = 1; layer <= query.depth && frontier.length > 0; layer += 1) {
    const rows = await lookUp({
      holders: numbersOf(frontier, 'Holder'),
      objects: numbersOf(frontier, 'Object'),
      containers: numbersOf(frontier, 'Container'),
      is_back: query.isBack,
      per_node: query.perNode,
      size: mostSteps,
    });
    if (layer === 1) nodes[0]!.stepCount = stepsOfStart(rows);
    const next: Node[] = [];
    for (const row of rows) {
      const far = keyOf(row.far, row.far_as);
      if (!places.has(far)) {
        if (nodes.length === mostGraphNodes) continue;
        places.set(far, nodes.length);
        nodes.push(nodeOf(row, layer));
      }
      // The steps from an object are followed only once a grant or a membership leads to it. A denial gives no access to what follows.
      const node = nodes[places.get(far)!]!;
      if (row.kind !== 'Denial' && row.far_steps > 0 && node.stepCount === 0) {
        node.stepCount = row.far_steps;
        next.push(node);
      }
      const ends = [places.get(keyOf(row.near, row.near_as))!, places.get(far)!] as const;
      nodes[ends[0]]!.listed += 1;
      const [from, to] = query.isBack ? [ends[1], ends[0]] : ends;
      steps.push({ kind: row.kind, id: row.id, permissions: row.permissions, from, to });
    }
    frontier = next;
  }
  return { nodes, steps };
}

function startNode({ number, id, type, name, of }: Start, { as }: GraphQuery): Node {
  const named = of === null ? { objectId: id, objectType: type } : { objectId: of, objectType: 'ResourceInstance' };
  const contentsId = of === null ? null : id;
  return { number, ...named, contentsId, name, isEnabled: null, as, layer: 0, stepCount: 0, listed: 0 };
}

function nodeOf(row: LayerRow, layer: number): Node {
  return {
    number: row.far,
    objectId: row.far_id,
    objectType: row.far_type,
    contentsId: row.far_contents,
    name: row.far_name,
    isEnabled: row.far_is_enabled,
    as: row.far_as,
    layer,
    stepCount: 0,
    listed: 0,
  };
}

function stepsOfStart(rows: readonly LayerRow[]): number {
  const counts = new Map(rows.map(row => [row.near_as, row.near_steps]));
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

const keyOf = (number: number, use: NodeUse) => `${use} ${number}`;
