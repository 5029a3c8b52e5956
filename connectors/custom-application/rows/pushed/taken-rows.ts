// Which rows a description takes from systems that send them, and what has to come together.
import type { Problem, TakenRows } from '../../../../src/connector/contract.ts';
import type { ConfigEntry } from '../../description/entry.ts';

export function takenRows(entries: readonly ConfigEntry[]): TakenRows[] {
  const pushed = entries.filter(({ rows }) => rows.kind === 'pushed');
  const lookedUp = entries.flatMap(({ lookups }) => lookups.filter(({ rows }) => rows.kind === 'pushed'));
  const names = new Set([...pushed, ...lookedUp].map(({ rows }) => rows.name));
  return [...names].map(name => {
    const ofRows = pushed.filter(({ rows }) => rows.name === name);
    const types = [...new Set(ofRows.map(({ resource }) => resource.type))];
    const ofTypes = pushed.filter(({ resource }) => types.includes(resource.type));
    const needs = new Set([
      ...ofTypes.map(({ rows }) => rows.name),
      ...ofTypes.flatMap(({ lookups }) =>
        lookups.filter(({ rows }) => rows.kind === 'pushed').map(use => use.rows.name),
      ),
    ]);
    needs.delete(name);
    const onlyComplete = ofTypes.map(entry => reasonOf(entry, name, ofTypes)).find(reason => reason !== undefined);
    return { name, types, needs: [...needs], ...(onlyComplete !== undefined && { onlyComplete }) };
  });
}

/** Why a row that is sent alone does not say which objects are gone. */
function reasonOf({ resource, split, distinct }: ConfigEntry, name: string, ofTypes: readonly ConfigEntry[]) {
  const { type } = resource;
  if (split) return `${type} is made of them with \`split\``;
  if (distinct) return `${type} is made of them with \`distinct\``;
  if (type === 'IntegratedApplication') return 'the application itself is made of the description';
  const other = ofTypes.find(entry => entry.resource.type === type && entry.rows.name !== name);
  return other && `${type} is made of \`${other.rows.name}\`, too`;
}

/** Rows of a type are all sent, or none: a run that asks for some of them would take those that are sent for gone. */
export function pushedFaults(entries: readonly ConfigEntry[]): Problem[] {
  return entries.flatMap(({ resource: { type }, rows, lookups, place }): Problem[] => {
    if (rows.kind === 'pushed') return [];
    const sent = entries.find(other => other.resource.type === type && other.rows.kind === 'pushed');
    const use = lookups.find(({ rows: looked }) => looked.kind === 'pushed');
    const message = sent
      ? `\`${sent.rows.name}\` is pushed, and \`${rows.name}\` is not; both become a ${type}`
      : `a value is looked up in \`${use?.rows.name}\`, which is pushed, and \`${rows.name}\` is not`;
    if (!sent && !use) return [];
    return [{ severity: 'error', place, message, fix: 'take all of them from pushes, or make two sources' }];
  });
}
