// Some services change more than they are asked to: the removal of one member empties the group, or a PUT drops an attribute. So the
// resource is read after a change and compared with what it should be. What is lost is brought back, and the change fails.
import { ChangeRefused, type Image, SideEffect } from '../../../src/connector/actions.ts';
import { attribute, listOf, localIdOf, memberIdOf, valuesOf } from '../attributes.ts';
import type { ScimClient } from '../client.ts';
import { type Kind, patched, put, type ResourceChange, type Stored, stored } from './resources.ts';

/** How many values a message names. */
const mostNamed = 5;

/** Attributes that services compute, so a PUT does not decide about them. */
const computed = ['meta', 'id', 'schemas', 'groups', 'password'];

/** @throws SideEffect when the resource has lost more than it should */
export async function expectNoLoss(
  client: ScimClient,
  kind: Kind,
  before: Stored,
  { change, wasPut }: { readonly change: ResourceChange; readonly wasPut: boolean },
): Promise<void> {
  const after = await stored(client, kind, localIdOf(before.id));
  const name = change.attribute;
  const lost = missing(listOf({ [name]: change.value }, name), after, name).filter(isIn(before, name));
  const dropped = wasPut ? droppedAttributes(before, after, name) : [];
  await sayLoss(client, kind, before, { name, lost, dropped });
}

/** The most values that are stored with a before-image. Of more, only their number is. */
const mostSaved = 1_000;

/** What a change of an attribute must leave as it is. */
export function surroundingsOf({ resource }: Stored, name: string): Image {
  const values = valuesOf(resource, name).flatMap(value => {
    const { type } = value;
    const id = memberIdOf(value);
    return id === undefined ? [] : [{ value: id, ...(type !== undefined && { type }) }];
  });
  return {
    count: values.length,
    values: values.length > mostSaved ? null : values,
    attributes: Object.keys(resource).filter(key => isFilled(resource[key])),
  };
}

/**
 * Compare a resource with what it had before an attempt that was interrupted.
 * @param own the value that the attempt is about, as its key
 * @throws SideEffect when the resource has lost more than it should
 */
export async function expectSurroundings(
  client: ScimClient,
  kind: Kind,
  localId: string,
  { name, own, saved }: { readonly name: string; readonly own: string | undefined; readonly saved: Image },
): Promise<void> {
  const after = await stored(client, kind, localId);
  const attributes = saved['attributes'] as readonly string[];
  const values = saved['values'] as readonly { value: string }[] | null;
  const others = (values ?? []).filter(value => keyOf(value) !== own);
  const lost = missing(others, after, name);
  // The stored names have no values, so what was dropped can be named and not be written again.
  const names = Object.fromEntries(attributes.map(key => [key, true]));
  const dropped = droppedAttributes({ ...after, resource: names }, after, name);
  const present = listOf(after.resource, name).length;
  if (values === null && present < (saved['count'] as number) - 1) {
    const gone = (saved['count'] as number) - present;
    throw new SideEffect(
      `an attempt to change it was interrupted, and ${name} has ${gone} values fewer than before it; see which are missing, and put them back`,
    );
  }
  const former = [
    ...listOf(after.resource, name).filter(value => !others.some(other => keyOf(other) === keyOf(value))),
    ...others,
  ];
  await sayLoss(client, kind, { ...after, resource: { ...after.resource, [name]: former } }, { name, lost, dropped });
}

interface Loss {
  readonly name: string;
  readonly lost: readonly unknown[];
  readonly dropped: readonly string[];
}

/** @param before what is to be put back */
async function sayLoss(client: ScimClient, kind: Kind, before: Stored, { name, lost, dropped }: Loss): Promise<void> {
  if (lost.length === 0 && dropped.length === 0) return;
  const what = [
    ...(lost.length > 0 ? [`${lost.length} more of ${name} (${namesOf(lost)})`] : []),
    ...(dropped.length > 0 ? [`the attributes ${dropped.join(', ')}`] : []),
  ];
  const isBack = await bringBack(client, kind, before, name).catch(error => {
    if (client.context.signal.aborted) throw error;
    // Whatever the reason, the loss must be said.
    return false;
  });
  const isWhole = isBack && dropped.every(dropped => isFilled(attribute(before.resource, dropped)));
  const now = isWhole ? 'everything was put back as it was before the change' : 'not all of it could be put back';
  throw new SideEffect(`the service took the change, and removed ${what.join(' and ')} with it; ${now}`);
}

/** Write the attribute as it was. @returns whether the resource then has everything that it had */
async function bringBack(client: ScimClient, kind: Kind, before: Stored, name: string): Promise<boolean> {
  const former = listOf(before.resource, name);
  const { version } = await stored(client, kind, localIdOf(before.id));
  const value = attribute(before.resource, name);
  await put(client, { ...before, version }, { patch: undefined, attribute: name, value }).catch(error => {
    if (!(error instanceof ChangeRefused)) throw error;
  });
  const now = await stored(client, kind, localIdOf(before.id));
  const absent = missing(former, now, name);
  if (absent.length === 0) return droppedAttributes(before, now, name).length === 0;
  await patched(client, now, { op: 'add', path: name, value: absent });
  const last = await stored(client, kind, localIdOf(before.id));
  return missing(former, last, name).length === 0 && droppedAttributes(before, last, name).length === 0;
}

/** Values that a resource should have and has not. */
function missing(expected: readonly unknown[], { resource }: Stored, name: string): unknown[] {
  const present = new Set(listOf(resource, name).map(keyOf));
  return expected.filter(value => !present.has(keyOf(value)));
}

function isIn({ resource }: Stored, name: string): (value: unknown) => boolean {
  const keys = new Set(listOf(resource, name).map(keyOf));
  return value => keys.has(keyOf(value));
}

/** Services add `display` and `$ref` to values, so values are the same when their ids are. */
function keyOf(value: unknown): string {
  const [only] = valuesOf({ value: [value] }, 'value');
  const id = only && memberIdOf(only);
  return id === undefined ? JSON.stringify(value) : localIdOf(id);
}

function droppedAttributes(before: Stored, after: Stored, changed: string): string[] {
  const skipped = [...computed, changed.toLowerCase()];
  return Object.keys(before.resource).filter(
    name =>
      !skipped.includes(name.toLowerCase()) &&
      isFilled(before.resource[name]) &&
      !isFilled(attribute(after.resource, name)),
  );
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function namesOf(values: readonly unknown[]): string {
  const names = values.slice(0, mostNamed).map(keyOf);
  return values.length > mostNamed ? `${names.join(', ')}, …` : names.join(', ');
}
