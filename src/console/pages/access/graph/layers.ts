// Layers of nodes and places in them. This takes milliseconds for thousands of nodes, for which a general layout engine needs seconds.
import type { Graph, GraphNode, GraphStep } from './access-graph.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
  /** Of its box, which is as wide as the others of its layer. */
  readonly width: number;
}

/** Pixels between the boxes of two layers, and between the columns of one layer. */
const betweenLayers = 65;
const betweenColumns = 15;
const rowHeight = 40;
/** A layer with more nodes gets several columns, in about the form of a screen. */
const fewestRows = 60;
const rowsOf = (count: number): number => Math.max(fewestRows, Math.ceil(Math.sqrt(count * 3.5)));
/** Times that each layer is ordered by the places of its neighbours. */
const sweeps = 3;

/**
 * Puts each node behind everything that leads to it, so that steps go in one direction. In a cycle, the step that closes it goes back.
 * @param isBack steps are followed from `to` to `from`
 */
export function layered({ nodes, steps }: Graph, isBack: boolean): Graph {
  const next = Map.groupBy(steps.values(), ({ from, to }) => (isBack ? to : from));
  const ordered: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const closing = new Set<GraphStep>();
  for (const start of nodes.keys()) {
    if (state.has(start)) continue;
    state.set(start, 'open');
    const walk = [{ key: start, rest: [...(next.get(start) ?? [])] }];
    for (let at = walk.at(-1); at; at = walk.at(-1)) {
      const step = at.rest.pop();
      if (!step) {
        state.set(at.key, 'done');
        ordered.push(at.key);
        walk.pop();
        continue;
      }
      const far = isBack ? step.from : step.to;
      if (state.get(far) === 'open') closing.add(step);
      if (state.has(far)) continue;
      state.set(far, 'open');
      walk.push({ key: far, rest: [...(next.get(far) ?? [])] });
    }
  }
  const layers = new Map<string, number>();
  for (const key of ordered.reverse()) {
    const layer = layers.get(key) ?? 0;
    layers.set(key, layer);
    for (const step of next.get(key) ?? []) {
      const far = isBack ? step.from : step.to;
      if (!closing.has(step)) layers.set(far, Math.max(layers.get(far) ?? 0, layer + 1));
    }
  }
  const placed = [...nodes.values()].map(node => [node.key, { ...node, layer: layers.get(node.key)! }] as const);
  return { nodes: new Map(placed), steps };
}

/**
 * @param isBack the layers go from right to left
 * @param widthOf how many pixels the box of a node needs
 */
export function placeLayers(
  { nodes, steps }: Graph,
  isBack: boolean,
  widthOf: (key: string) => number,
): Map<string, Place> {
  const layers = Map.groupBy(nodes.values(), ({ layer }) => layer);
  const neighbours = new Map<string, string[]>();
  for (const { from, to } of steps.values()) {
    listIn(neighbours, from).push(to);
    listIn(neighbours, to).push(from);
  }
  const ordered = [...layers.entries()].sort(([left], [right]) => left - right).map(([, layer]) => layer);
  const heights = new Map<string, number>();
  for (const layer of ordered) setHeights(layer, heights);
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    for (const layer of sweep % 2 === 0 ? ordered : ordered.toReversed()) {
      const wanted = new Map(layer.map(({ key }) => [key, meanOf(neighbours.get(key) ?? [], heights)]));
      layer.sort((left, right) => rank(left) - rank(right) || wanted.get(left.key)! - wanted.get(right.key)!);
      setHeights(layer, heights);
    }
  }
  const places = new Map<string, Place>();
  let left = 0;
  for (const layer of ordered) {
    const columns = Math.ceil(layer.length / rowsOf(layer.length));
    const rows = Math.ceil(layer.length / columns);
    const width = layer.reduce((widest, { key }) => Math.max(widest, widthOf(key)), 0);
    layer.forEach(({ key }, index) => {
      const x = left + width / 2 + Math.floor(index / rows) * (width + betweenColumns);
      const inColumn = Math.min(rows, layer.length - Math.floor(index / rows) * rows);
      places.set(key, { x: isBack ? -x : x, y: ((index % rows) - (inColumn - 1) / 2) * rowHeight, width });
    });
    left += columns * (width + betweenColumns) - betweenColumns + betweenLayers;
  }
  return places;
}

/** Nodes that stand for others come last. */
const rank = ({ type }: GraphNode): number => (type === 'More' ? 1 : 0);

function setHeights(layer: readonly GraphNode[], heights: Map<string, number>): void {
  for (const [index, { key }] of layer.entries()) heights.set(key, (index + 0.5) / layer.length);
}

function meanOf(keys: readonly string[], heights: ReadonlyMap<string, number>): number {
  if (keys.length === 0) return 0.5;
  return keys.reduce((sum, key) => sum + (heights.get(key) ?? 0.5), 0) / keys.length;
}

function listIn(lists: Map<string, string[]>, key: string): string[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
