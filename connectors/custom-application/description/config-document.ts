// A YAML file as nodes that know their place, so that every problem is reported with line and column.
import {
  Alias,
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import type { z } from 'zod';
import { type Problem, SourceError } from '../../../src/connector/contract.ts';
import { knownKeys } from '../../../src/known-keys.ts';
import { mergeKeys } from './merge-keys.ts';
import { orNearest } from './nearest.ts';

/** The most problems that are reported for one document. */
const mostProblems = 100;

/** How many nodes all aliases together may repeat. */
const aliasLimit = 100;

export interface ConfigDocument {
  readonly root: YAMLMap;
  /** `config/forge.yaml:12:9` */
  place(node: Node | undefined): string;
  resolve(node: unknown): Node | undefined;
  /** The node as plain text, lists and maps. */
  plain(node: Node): unknown;
  /** The problems found so far. */
  readonly problems: Problem[];
  report(node: Node | undefined, message: string, fix?: string): void;
  /** Report a problem whose place is known. */
  add(problem: Problem): void;
}

/** Parse a configuration; every scalar is text, or null. Throws {@link SourceError} with all syntax errors. */
export function parseConfigDocument(text: string, fileName: string): ConfigDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    schema: 'failsafe',
    lineCounter: lines,
    prettyErrors: false,
    // The library compares every key with every other, which takes 40 s for the 20,000 keys that a mapping can hold.
    uniqueKeys: false,
  });
  const placeOf = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${fileName}:${line}:${col}`;
  };
  const errors = [...document.errors, ...document.warnings].slice(0, mostProblems).map(error => {
    const fix = 'correct the YAML there';
    const place = placeOf(error.pos[0]);
    return { severity: 'error', place, message: firstLine(error.message), fix } satisfies Problem;
  });
  if (errors.length === 0) {
    for (const alias of unknownAliases(document).slice(0, mostProblems)) {
      const message = `there is no anchor \`&${alias.source}\` above`;
      errors.push({
        severity: 'error',
        place: placeOf(alias.range![0]),
        message,
        fix: 'write the anchor before its use',
      });
    }
  }
  if (errors.length === 0) {
    for (const key of repeatedKeys(document).slice(0, mostProblems)) {
      const message = 'Map keys must be unique';
      const fix = 'a key may occur only once in its map; remove one';
      errors.push({ severity: 'error', place: placeOf(key.range![0]), message, fix });
    }
  }
  if (errors.length === 0) {
    for (const node of mergeKeys(document).slice(0, mostProblems)) {
      const message = '`<<` takes a map, or a list of maps';
      const fix = 'name an anchor, as in `<<: *shared`';
      errors.push({ severity: 'error', place: placeOf(node.range![0]), message, fix });
    }
  }
  if (errors.length > 0) throw new SourceError(errors);
  refuseAliasBombs(document, fileName);
  replaceAliases(document);
  markNulls(document);
  const fix = 'start with `application:`, `objects:` and `relationships:`';
  if (!isMap(document.contents)) {
    throw new SourceError([
      { severity: 'error', place: `${fileName}:1:1`, message: 'is not a map of keys and values', fix },
    ]);
  }
  const problems: Problem[] = [];
  const place = (node: Node | undefined) => placeOf(node?.range?.[0] ?? 0);
  const add = (problem: Problem) => {
    problems.push(problem);
    if (problems.length < mostProblems) return;
    const rest = `the rest was not checked after ${mostProblems} problems`;
    throw new SourceError([
      ...problems,
      { severity: 'error', place: fileName, message: rest, fix: 'correct these first' },
    ]);
  };
  return {
    root: document.contents as YAMLMap,
    place,
    resolve: node => (node as Node | null) ?? undefined,
    plain: node => node.toJS(document, { maxAliasCount: aliasLimit }),
    problems,
    report: (node, message, fix) =>
      add({ severity: 'error', place: place(node), message, ...(fix !== undefined && { fix }) }),
    add,
  };
}

/** Anchors come before their aliases. The library looks through the whole document for each alias, so the names are collected here. */
function unknownAliases(document: Document): Alias[] {
  const anchors = new Set<string>();
  const unknown: Alias[] = [];
  visit(document, {
    Node: (_, node) => {
      if (node instanceof Alias && !anchors.has(node.source)) unknown.push(node);
      else if (!(node instanceof Alias) && node.anchor !== undefined) anchors.add(node.anchor);
    },
  });
  return unknown;
}

/** Puts the nodes themselves in the places of their aliases. An anchor may be defined again: the one before the alias counts. */
function replaceAliases(document: Document): void {
  const anchors = new Map<string, Node>();
  visit(document, {
    Node: (_, node) => {
      if (node instanceof Alias) return anchors.get(node.source);
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
      return undefined;
    },
  });
}

/** Keys that their map has already. */
function repeatedKeys(document: Document): Scalar<unknown>[] {
  const repeated: Scalar<unknown>[] = [];
  visit(document, {
    Map(_, map) {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) repeated.push(key);
        seen.add(key.value);
      }
    },
  });
  return repeated;
}

function refuseAliasBombs(document: Document, fileName: string): void {
  try {
    // JSON.stringify throws on a map that contains itself; such a map has no meaning here either.
    JSON.stringify(document.toJS({ maxAliasCount: aliasLimit }));
  } catch {
    const message = `aliases repeat more than ${aliasLimit} nodes, or a node holds itself`;
    const fix = 'write the repeated part out';
    throw new SourceError([{ severity: 'error', place: fileName, message, fix }]);
  }
}

/** A value that is written as `null` or `~` without quotes is null, not text. */
function markNulls(document: Document): void {
  visit(document, {
    Scalar(role, node) {
      if (role !== 'key' && node.type === 'PLAIN' && /^(null|Null|NULL|~)$/.test(String(node.value))) node.value = null;
    },
  });
}

/** Whether a value was written as `null`. */
export function isNull(node: Node | undefined): boolean {
  return isScalar(node) && node.value === null;
}

const firstLine = (text: string) => text.split('\n', 1)[0]!;

/** The pairs of a map: key text, key node and value node. */
export function pairsOf(
  document: ConfigDocument,
  map: YAMLMap,
): { key: string; keyNode: Node; value: Node | undefined }[] {
  return map.items.map(({ key, value }) => {
    const keyNode = document.resolve(key)!;
    return { key: isScalar(keyNode) ? String(keyNode.value) : '', keyNode, value: document.resolve(value) };
  });
}

/** The value of `key` in a map. */
export function childOf(document: ConfigDocument, map: YAMLMap, key: string): Node | undefined {
  return pairsOf(document, map).find(pair => pair.key === key)?.value;
}

/** Parse a node by a form. Reports every problem with its place. Undefined when something else than unknown keys is wrong. */
export function parseNode<Form extends z.ZodType>(
  document: ConfigDocument,
  node: Node,
  form: Form,
): z.output<Form> | undefined {
  const value = document.plain(node);
  const result = form.safeParse(value);
  if (result.success) return result.data;
  reportIssues(document, node, form, result.error.issues);
  // What is inside the known keys is checked as well, so that all mistakes are reported at once.
  const unknown = result.error.issues.flatMap(issue =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
  );
  if (unknown.length === 0) return undefined;
  const known = Object.entries(value as object).filter(([key]) => !unknown.includes(key));
  return form.safeParse(Object.fromEntries(known)).data;
}

function reportIssues(
  document: ConfigDocument,
  node: Node,
  form: z.ZodType,
  issues: readonly z.core.$ZodIssue[],
): void {
  for (const issue of issues) {
    const at = nodeAt(document, node, issue.path);
    if (issue.code === 'unrecognized_keys') {
      const known = knownKeys(form, issue.path);
      for (const key of issue.keys) {
        const keyNode = isMap(at) ? pairsOf(document, at).find(pair => pair.key === key)?.keyNode : at;
        document.report(keyNode ?? at, `unknown key \`${key}\``, orNearest(key, known));
      }
    } else if (issue.code === 'invalid_type' && isMissing(document, node, issue.path)) {
      document.report(at, `\`${String(issue.path.at(-1))}\` is missing`, `add \`${String(issue.path.at(-1))}: …\``);
    } else {
      document.report(at, `${issue.path.length ? `\`${issue.path.join('.')}\`: ` : ''}${issue.message}`);
    }
  }
}

function isMissing(document: ConfigDocument, node: Node, path: readonly PropertyKey[]): boolean {
  const parent = nodeAt(document, node, path.slice(0, -1));
  return isMap(parent) && !pairsOf(document, parent).some(pair => pair.key === path.at(-1));
}

/** The node at a path, or the nearest one above it that exists. */
function nodeAt(document: ConfigDocument, node: Node, path: readonly PropertyKey[]): Node {
  let at = node;
  for (const step of path) {
    const next = isMap(at)
      ? childOf(document, at, String(step))
      : isSeq(at)
        ? document.resolve(at.items[Number(step)])
        : undefined;
    if (!next) return at;
    at = next;
  }
  return at;
}
