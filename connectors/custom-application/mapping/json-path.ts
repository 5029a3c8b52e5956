// Paths into JSON: `profile.email`, `members[].id`, `phones[0]`, `labels["app.example/name"]`, `rights{}.key`.
import { isJsonObject } from '../../../src/connector/json-values.ts';

/** A name of a member, an index of a list, every element of a list, or every member of an object as its key and its value. */
export type PathStep = { readonly name: string } | { readonly index: number } | 'each' | 'members';

const token = /\.?((?:[^.[\]"{]|\{(?!\}))+)|\[(\d{1,9})\]|(\[\]|\{\})|\[("(?:[^"\\]|\\.)*")\]/y;

/** The steps of a path, or what is wrong with it. */
export function parsePath(text: string): readonly PathStep[] | string {
  const steps: PathStep[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const start = token.lastIndex;
    const found = token.exec(text);
    const isFirstDot = start === 0 && text.startsWith('.');
    const lacksDot = found?.[1] !== undefined && start > 0 && text[start] !== '.';
    if (!found || isFirstDot || lacksDot) return `is no path: nothing is known of \`${text.slice(start, start + 40)}\``;
    const [, name, index, every, quoted] = found;
    if (name !== undefined) steps.push({ name });
    else if (index !== undefined) steps.push({ index: Number(index) });
    else if (every !== undefined) steps.push(every === '{}' ? 'members' : 'each');
    else {
      const unquoted = unquote(quoted!);
      if (unquoted === undefined) return `is no path: ${quoted!.slice(0, 40)} is no text of JSON`;
      steps.push({ name: unquoted });
    }
  }
  return steps.length > 0 ? steps : 'is no path: it is empty';
}

function unquote(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}

/** The path of a member, with quotes where its name has characters of paths. */
export function memberPath(parent: string, name: string): string {
  if (/[.[\]"]|\{\}/.test(name) || name === '') return `${parent}[${JSON.stringify(name)}]`;
  return parent === '' ? name : `${parent}.${name}`;
}

/**
 * The value at a path; a path with `[]` or `{}` gives a list of all values that it matches, in which lists are flattened. A member that
 * `{}` matches is an object with `key` and `value`.
 * Undefined: the path matches nothing. An empty list matches, because nobody can tell what its elements would have.
 */
export function valueAtPath(value: unknown, steps: readonly PathStep[], from = 0): unknown {
  let at = value;
  for (let index = from; index < steps.length; index++) {
    const step = steps[index]!;
    if (step === 'each') return everyValue(at, steps, index + 1);
    if (step === 'members') return everyValue(membersOf(at), steps, index + 1);
    if ('index' in step) at = Array.isArray(at) ? at[step.index] : undefined;
    else at = isJsonObject(at) && !Array.isArray(at) && Object.hasOwn(at, step.name) ? at[step.name] : undefined;
    // Null where an object could be: there is nothing further down, and that is known.
    if (at === null || at === undefined) return at;
  }
  return at;
}

const membersOf = (value: unknown) =>
  isJsonObject(value) && !Array.isArray(value)
    ? Object.entries(value).map(([key, member]) => ({ key, value: member }))
    : Array.isArray(value)
      ? undefined
      : value;

function everyValue(list: unknown, steps: readonly PathStep[], from: number): unknown {
  if (list === null) return null;
  if (!Array.isArray(list)) return undefined;
  const isNested = steps.slice(from).some(step => step === 'each' || step === 'members');
  const values: unknown[] = [];
  for (const element of list) {
    const value = valueAtPath(element, steps, from);
    if (value === undefined) continue;
    if (isNested && Array.isArray(value)) values.push(...value);
    else values.push(value);
  }
  return values.length > 0 || list.length === 0 ? values : undefined;
}
