// Checks `operations` of a description, and finds for each operation how its state is seen and which request sets it.
import type { Node, YAMLMap, YAMLSeq } from 'yaml';
import { type ActionOperation, actionOperations } from '../../../src/connector/actions.ts';
import { parseExactly } from '../../../src/connector/exact-json.ts';
import { type ConfigDocument, childOf } from '../description/config-document.ts';
import { orNearest } from '../description/nearest.ts';
import { parsePath } from '../mapping/json-path.ts';
import { filledPath } from '../rows/http/requests.ts';
import type { ChangeSettings, ObserveSettings, OperationsSettings } from './operation-form.ts';
import { namesIn } from './templates.ts';

export interface DescribedOperation {
  readonly observe: ObserveSettings;
  readonly change: ChangeSettings;
  /** All operations of the entry: each can undo what another one did. */
  readonly entry: OperationsSettings;
}

export type DescribedOperations = Partial<Record<ActionOperation, DescribedOperation>>;

/** The placeholders that an operation has, and the operation that undoes it; `undo`: a request for that. */
const kinds: Readonly<
  Record<ActionOperation, { readonly ids: readonly string[]; readonly inverse: ActionOperation | 'undo' }>
> = {
  DisableAccount: { ids: ['accountId'], inverse: 'EnableAccount' },
  EnableAccount: { ids: ['accountId'], inverse: 'DisableAccount' },
  // It needs `EnableAccount` in its entry, too: both undo what disabling did.
  ActivateAccount: { ids: ['accountId'], inverse: 'EnableAccount' },
  AssignRole: { ids: ['accountId', 'roleId'], inverse: 'RemoveRole' },
  RemoveRole: { ids: ['accountId', 'roleId'], inverse: 'AssignRole' },
  AddGroupMember: { ids: ['accountId', 'groupId'], inverse: 'RemoveGroupMember' },
  RemoveGroupMember: { ids: ['accountId', 'groupId'], inverse: 'AddGroupMember' },
  CreateUserGroup: { ids: ['groupName'], inverse: 'undo' },
};

/** Reports every problem. @param entries the parsed form of the node */
export function compileOperations(
  document: ConfigDocument,
  node: Node | undefined,
  entries: readonly OperationsSettings[],
): DescribedOperations {
  const operations: DescribedOperations = {};
  for (const [index, entry] of entries.entries()) {
    const item = document.resolve((node as YAMLSeq).items[index]) as YAMLMap;
    const named = actionOperations.filter(operation => entry[operation]);
    if (named.length === 0) document.report(item, 'names no operation', `known: ${actionOperations.join(', ')}`);
    checkEntry(document, item, entry, named);
    for (const operation of named) {
      if (operations[operation])
        document.report(childOf(document, item, operation), `\`${operation}\` is described twice`, 'remove one');
      operations[operation] = { observe: entry.observe, change: entry[operation]!, entry };
    }
  }
  return operations;
}

function checkEntry(
  document: ConfigDocument,
  item: YAMLMap,
  entry: OperationsSettings,
  named: readonly ActionOperation[],
): void {
  const ids = kinds[named[0] ?? 'DisableAccount'].ids;
  const observeNode = childOf(document, item, 'observe')!;
  for (const operation of named) {
    const node = childOf(document, item, operation)!;
    const { ids: others, inverse } = kinds[operation];
    if (others.join() !== ids.join())
      document.report(
        node,
        `\`${operation}\` has another target than \`${named[0]}\``,
        'write an entry of its own for it',
      );
    if (!entry[inverse])
      document.report(node, `\`${operation}\` could not be undone`, `add \`${inverse}: …\` to the same entry`);
    checkRequest(document, node, entry[operation]!, ids);
    checkState(document, node, operation, entry);
  }
  if (entry.undo) checkRequest(document, childOf(document, item, 'undo')!, entry.undo, ['createdId']);
  if (entry.undo) checkPath(document, childOf(document, item, 'undo')!, entry.undo.members.path, ['createdId']);
  const { path, exists = [], query, find, value } = entry.observe;
  for (const each of [path, ...exists]) checkPath(document, observeNode, each, ids);
  checkTexts(document, observeNode, [...Object.values(query ?? {}), ...Object.values(find ?? {})], ids);
  for (const jsonPath of [...Object.keys(find ?? {}), ...(value === undefined ? [] : [value])]) {
    const steps = parsePath(jsonPath);
    if (typeof steps === 'string')
      document.report(observeNode, `\`${jsonPath}\` ${steps}`, 'write it as in `profile.state`');
  }
}

/** An account has a state of several values; a membership is there or not; a group has an id. */
function checkState(
  document: ConfigDocument,
  node: Node,
  operation: ActionOperation,
  { observe, [operation]: change }: OperationsSettings,
) {
  const isOfAccount = kinds[operation].ids.join() === 'accountId';
  // Activating gives what enabling gives.
  const showsOf = operation !== 'ActivateAccount' && isOfAccount;
  if (showsOf && change!.shows === undefined)
    document.report(node, '`shows` is missing', 'write which text `value` of `observe` has after the change');
  if (!showsOf && change!.shows !== undefined)
    document.report(node, '`shows` is for `DisableAccount` and `EnableAccount`', 'remove it');
  const needsValue = isOfAccount || operation === 'CreateUserGroup';
  if (needsValue === (observe.value !== undefined)) return;
  if (needsValue)
    document.report(node, `\`${operation}\` needs \`value\` in \`observe\``, 'name the path to the state or id');
  else
    document.report(
      node,
      '`value` in `observe` is for accounts and groups',
      'say with `find` or `absent` who is a member',
    );
}

function checkRequest(
  document: ConfigDocument,
  node: Node,
  { path, query, body }: Pick<ChangeSettings, 'path' | 'query' | 'body'>,
  ids: readonly string[],
): void {
  checkPath(document, node, path, ids);
  checkTexts(document, node, [...Object.values(query ?? {}), ...(body === undefined ? [] : [body])], ids);
  if (body === undefined) return;
  try {
    parseExactly(body);
  } catch {
    document.report(node, '`body` is not JSON', `write it as a text of JSON in quotes, such as '{"state": "blocked"}'`);
  }
}

function checkPath(document: ConfigDocument, node: Node, path: string, ids: readonly string[]): void {
  const base = 'http://host/base/';
  const filled = filledPath(path, () => 'x');
  const isBelow = URL.canParse(filled, base) && new URL(filled, base).href.startsWith(base) && !path.startsWith('/');
  if (!isBelow)
    document.report(
      node,
      `\`${path}\` leaves the base address`,
      'write a path relative to it, such as `users/{accountId}`',
    );
  const unknown = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!).find(name => !ids.includes(name));
  if (unknown !== undefined) document.report(node, `there is no \`{${unknown}}\` here`, orNearest(unknown, ids));
}

function checkTexts(document: ConfigDocument, node: Node, texts: readonly string[], ids: readonly string[]): void {
  for (const name of texts.flatMap(namesIn)) {
    if (!ids.includes(name)) document.report(node, `there is no \`{${name}}\` here`, orNearest(name, ids));
  }
}
