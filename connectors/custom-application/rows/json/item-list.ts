// The list of rows within a document of JSON.
import { isJsonObject } from '../../../../src/connector/json-values.ts';
import { memberPath, type PathStep, parsePath, valueAtPath } from '../../mapping/json-path.ts';

/** Levels of a document on which lists are looked for, to suggest one. */
const deepestList = 4;

/**
 * The rows at a path, or why there are none. A path with `[]` takes the rows of several lists, and one with `{}` the members of an object.
 * @param items the path; undefined: the document is the list
 */
export function itemsOf(document: unknown, items: string | undefined): readonly unknown[] | string {
  const found = foundAt(document, items);
  return Array.isArray(found) ? found : missingList(document, items, found);
}

/** The one row at a path, or why there is none. @param item the path; undefined: the document is the row */
export function singleItemOf(document: unknown, item: string | undefined): readonly [unknown] | string {
  const found = foundAt(document, item);
  if (isJsonObject(found) && !Array.isArray(found)) return [found];
  const where = item === undefined ? 'is' : `has at \`${item}\``;
  return `${where} ${found === undefined ? 'nothing' : Array.isArray(found) ? 'a list' : found === null ? 'null' : `a ${typeof found}`}, and not one object`;
}

const foundAt = (document: unknown, path: string | undefined) =>
  path === undefined ? document : valueAtPath(document, parsePath(path) as readonly PathStep[]);

function missingList(document: unknown, items: string | undefined, found: unknown): string {
  const kind =
    found === undefined ? 'empty' : found === null ? 'null' : isJsonObject(found) ? 'an object' : `a ${typeof found}`;
  const problem =
    items === undefined
      ? `is ${kind} and not a list`
      : found === undefined
        ? `has nothing at \`${items}\``
        : `has ${kind} at \`${items}\`, and not a list`;
  const lists = listsIn(document);
  const names = lists.map(path => `\`${path}\``).join(', ');
  return `${problem}; ${lists.length === 0 ? 'there is no list in it' : `its lists are ${names}`}`;
}

/** Paths to the lists of a document, the outermost first. */
export function listsIn(document: unknown): string[] {
  const found: string[] = [];
  let level: { value: unknown; path: string }[] = [{ value: document, path: '' }];
  for (let depth = 0; depth < deepestList && level.length > 0; depth++) {
    const next: typeof level = [];
    for (const { value, path } of level.slice(0, 200)) {
      if (Array.isArray(value) && path !== '') found.push(path);
      else if (isJsonObject(value) && !Array.isArray(value)) {
        for (const [name, member] of Object.entries(value)) next.push({ value: member, path: memberPath(path, name) });
      }
    }
    level = next;
  }
  return found.slice(0, 10);
}
