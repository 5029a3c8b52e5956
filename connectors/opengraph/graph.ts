// Graphs in BloodHound's OpenGraph form (bloodhound.specterops.io/opengraph/developer/graph-data): nodes and edges, and which nodes the ends
// of edges mean.
import { type ImportFile, refuseImport } from '../../src/connector/files/file-set.ts';
import { importedJson } from '../../src/connector/files/json-document.ts';
import { isJsonObject, listAt, textAt, textsAt, valueAt } from '../../src/connector/json-values.ts';

export interface GraphNode {
  readonly id: string;
  /** The first one is the most specific. */
  readonly kinds: readonly string[];
  readonly properties: unknown;
  readonly place: string;
}

export interface GraphEdge {
  readonly kind: string;
  /** What `start` and `end` say. */
  readonly start: unknown;
  readonly end: unknown;
  readonly properties: unknown;
  readonly place: string;
}

export interface OpenGraph {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: readonly GraphEdge[];
  /** Kind that says which collector made the graph. */
  readonly sourceKind: string | undefined;
  /** Nodes and edges that cannot be understood: where, and why. */
  readonly faults: readonly { readonly place: string; readonly reason: string; readonly id?: string }[];
}

const otherFile = 'name files of the form {"graph": {"nodes": […], "edges": […]}}';

/** @throws SourceError for files that are no graphs */
export async function readGraph(files: readonly ImportFile[]): Promise<OpenGraph> {
  const nodes = new Map<string, GraphNode>();
  const edges: GraphEdge[] = [];
  const faults: { place: string; reason: string; id?: string }[] = [];
  let sourceKind: string | undefined;
  for (const file of files) {
    const document = await importedJson(file);
    const graph = valueAt(document, 'graph');
    if (!isJsonObject(graph) || !(Array.isArray(valueAt(graph, 'nodes')) || Array.isArray(valueAt(graph, 'edges'))))
      refuseImport(file.name, 'has no `graph` with nodes or edges', otherFile);
    sourceKind ??= textAt(document, 'metadata', 'source_kind');
    for (const [index, item] of listAt(graph, 'nodes').entries()) {
      const place = `${file.name} nodes[${index}]`;
      const [id, kinds] = [textAt(item, 'id'), textsAt(item, 'kinds')];
      const known = id === undefined ? undefined : nodes.get(id);
      if (id === undefined) faults.push({ place, reason: 'a node has no id' });
      else if (
        known !== undefined &&
        JSON.stringify([known.kinds, known.properties]) !== JSON.stringify([kinds, valueAt(item, 'properties')])
      )
        faults.push({ place, reason: `\`${id}\` is also at ${known.place}, and not the same`, id });
      else nodes.set(id, { id, kinds, properties: valueAt(item, 'properties'), place });
    }
    for (const [index, item] of listAt(graph, 'edges').entries()) {
      const place = `${file.name} edges[${index}]`;
      const kind = textAt(item, 'kind');
      if (kind === undefined) faults.push({ place, reason: 'an edge has no kind' });
      else
        edges.push({
          kind,
          start: valueAt(item, 'start'),
          end: valueAt(item, 'end'),
          properties: valueAt(item, 'properties'),
          place,
        });
    }
  }
  return { nodes, edges, sourceKind, faults };
}

/** A node by its id; an id of which the graph has no node; or the reason why none is meant. */
export type FoundEnd = { readonly id: string } | { readonly reason: string };

/** Finds the nodes that ends of edges mean: by id, by name, or by properties that all have to be equal. */
export function endFinder({ nodes }: OpenGraph): (end: unknown) => FoundEnd {
  const byName = Map.groupBy(
    [...nodes.values()].filter(node => textAt(node.properties, 'name') !== undefined),
    node => textAt(node.properties, 'name')!.toLowerCase(),
  );
  return end => {
    const [value, kind] = [textAt(end, 'value'), textAt(end, 'kind')];
    const by = textAt(end, 'match_by') ?? 'id';
    if (by === 'id') return value === undefined ? { reason: 'an end of the edge has no value' } : { id: value };
    const candidates = by === 'name' ? (byName.get(value?.toLowerCase() ?? '') ?? []) : withProperties(nodes, end);
    const fitting = candidates.filter(({ kinds }) => kind === undefined || kinds.includes(kind));
    const called = by === 'name' ? `the name \`${value}\`` : 'these properties';
    if (fitting.length === 1) return { id: fitting[0]!.id };
    return { reason: fitting.length === 0 ? `no node has ${called}` : `${fitting.length} nodes have ${called}` };
  };
}

function withProperties(nodes: OpenGraph['nodes'], end: unknown): GraphNode[] {
  const matchers = listAt(end, 'property_matchers');
  if (matchers.length === 0 || matchers.some(matcher => (textAt(matcher, 'operator') ?? 'equals') !== 'equals'))
    return [];
  return [...nodes.values()].filter(({ properties }) =>
    matchers.every(matcher => {
      const key = textAt(matcher, 'key');
      return (
        key !== undefined &&
        valueAt(properties, key) !== undefined &&
        valueAt(properties, key) === valueAt(matcher, 'value')
      );
    }),
  );
}
