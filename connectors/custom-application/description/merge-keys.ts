// YAML merge keys (https://yaml.org/type/merge.html): `<<: *shared` takes over the pairs of another map. The library merges only
// into plain objects, and problems are reported with the place of a node, so the nodes themselves are merged here.
import { Alias, type Document, isMap, isScalar, isSeq, type Node, visit, type YAMLMap } from 'yaml';

/**
 * Replace every merge key by the pairs that it stands for. Pairs of the map itself win over merged pairs, and earlier merged maps
 * over later ones.
 * @returns the values of merge keys that are neither a map nor a list of maps
 */
export function mergeKeys(document: Document): Node[] {
  const merged = new Set<YAMLMap>();
  const wrong: Node[] = [];
  const resolve = (node: unknown) => (node instanceof Alias ? node.resolve(document) : node);
  const merge = (map: YAMLMap) => {
    if (merged.has(map)) return;
    merged.add(map);
    const merging = map.items.filter(({ key }) => isMergeKey(key));
    if (merging.length === 0) return;
    map.items = map.items.filter(({ key }) => !isMergeKey(key));
    const known = new Set(map.items.map(({ key }) => keyText(key)));
    for (const { key, value } of merging) {
      const given = resolve(value);
      for (const source of isSeq(given) ? given.items.map(resolve) : [given]) {
        if (!isMap(source)) {
          wrong.push((value ?? key) as Node);
          continue;
        }
        merge(source);
        for (const pair of source.items) {
          const text = keyText(pair.key);
          if (known.has(text)) continue;
          known.add(text);
          map.items.push(pair);
        }
      }
    }
  };
  visit(document, { Map: (_, map) => merge(map) });
  return wrong;
}

const isMergeKey = (key: unknown) => isScalar(key) && key.type === 'PLAIN' && key.value === '<<';
const keyText = (key: unknown) => (isScalar(key) ? String(key.value) : undefined);
