// Nodes as accounts, groups, roles and resources; edges as memberships, containment and rights.
import { buildLists, type ImportedLists, type ListBuilder } from '../../src/connector/files/imported-lists.ts';
import { enabledOfValue } from '../../src/connector/flags.ts';
import { definedMembers, isJsonObject, textAt, valueAt } from '../../src/connector/json-values.ts';
import { metadataItems } from '../../src/connector/metadata-items.ts';
import { type RelationshipEnd, relationshipId } from '../../src/connector/relationship-id.ts';
import { assignmentRecord, membershipRecord } from '../../src/connector/relationship-records.ts';
import { endFinder, type GraphEdge, type GraphNode, type OpenGraph } from './graph.ts';
import type { OpengraphSettings } from './settings.ts';

export const graphTypes = [
  ...['IntegratedApplication', 'Account', 'UserGroup', 'Role', 'ResourceClass', 'ResourceInstance'],
  ...['ResourceInstanceContainsResourceInstance', 'EntityManagedViaObject', 'EntityAssignedAccessToObject'],
];

type EntityType = 'Account' | 'UserGroup' | 'Role';

/** What a node is besides a resource; undefined: nothing else. */
function entityTypeOfNode({ kinds }: GraphNode, settings: OpengraphSettings): EntityType | undefined {
  const is = (names: readonly string[]) => kinds.some(kind => names.includes(kind));
  if (is(settings.users) || is(settings.machines)) return 'Account';
  if (is(settings.groups)) return 'UserGroup';
  return is(settings.roles) ? 'Role' : undefined;
}

export function listsOfGraph(graph: OpenGraph, settings: OpengraphSettings, sourceId: string): ImportedLists {
  const lists = buildLists(graphTypes);
  const vendorName = graph.sourceKind;
  const application = { id: 'graph', key: sourceId, name: vendorName ?? sourceId, category: 'BusinessApplication' };
  lists.add(
    'IntegratedApplication',
    { ...application, ...definedMembers({ vendorName }), supportedFederatedRelationships: [] },
    'graph',
  );
  for (const { place, reason, id } of graph.faults) {
    // What cannot be understood may be of any type.
    for (const type of graphTypes.slice(1))
      lists.reject(type, { place, reasons: [reason], ...(id !== undefined && { id }) });
  }
  const referred = new Set<string>();
  const types = new Map([...graph.nodes].map(([id, node]) => [id, entityTypeOfNode(node, settings)]));
  for (const node of graph.nodes.values()) addNode(lists, node, types.get(node.id), settings);
  addEdges(lists, graph, settings, types, referred);
  return lists.lists();
}

function addNode(lists: ListBuilder, node: GraphNode, type: EntityType | undefined, settings: OpengraphSettings): void {
  const { id, kinds, place } = node;
  const property = (name: string) => textAt(node.properties, name);
  const name = property('displayname') ?? property('name') ?? id;
  if (type === 'Account') {
    const isMachine =
      kinds.some(kind => settings.machines.includes(kind)) && !kinds.some(kind => settings.users.includes(kind));
    const fields = {
      ...{ alias: property('name') ?? id, name, email: property('email') },
      ...(isMachine ? { type: 'Machine', subType: 'Unknown' } : { type: 'User' }),
      userType: kinds[0],
      enabled: enabledOfValue(valueAt(node.properties, 'enabled')),
      profileMetadata: propertiesOf(node),
    };
    lists.add('Account', { id, ...definedMembers(fields) }, place);
  }
  if (type === 'UserGroup') lists.add('UserGroup', { id, name, type: 'Security' }, place);
  if (type === 'Role') lists.add('Role', { id, name, type: 'Custom' }, place);
  const resourceClass = kinds[0] ?? 'Node';
  lists.add('ResourceClass', { id: resourceClass, name: resourceClass, displayName: resourceClass }, resourceClass);
  lists.add('ResourceInstance', { id, name, displayName: name, resourceClass }, place);
}

/** Properties whose names say that they hold a secret are never taken. */
const secretName = /passw|secret|token|private.?key|credential|hash/i;

function scalarsOf(properties: unknown): Record<string, string | number | boolean> {
  const scalars = Object.entries(isJsonObject(properties) ? properties : {}).filter(
    ([name, value]) => !secretName.test(name) && ['string', 'number', 'boolean'].includes(typeof value),
  );
  return Object.fromEntries(scalars) as Record<string, string | number | boolean>;
}

const propertiesOf = ({ properties, kinds }: GraphNode) =>
  metadataItems('opengraph', { ...scalarsOf(properties), kinds: kinds.length > 0 ? kinds : undefined });

function addEdges(
  lists: ListBuilder,
  graph: OpenGraph,
  settings: OpengraphSettings,
  types: ReadonlyMap<string, EntityType | undefined>,
  referred: Set<string>,
): void {
  const find = endFinder(graph);
  const startless = new Map<string, number>();
  for (const edge of graph.edges) {
    const [start, end] = [find(edge.start), find(edge.end)];
    const fault = 'reason' in start ? start : 'reason' in end ? end : undefined;
    if (fault) {
      for (const type of graphTypes.slice(-3)) lists.reject(type, { place: edge.place, reasons: [fault.reason] });
      continue;
    }
    const [from, to] = [(start as { id: string }).id, (end as { id: string }).id];
    const isMembership = settings.memberships.includes(edge.kind);
    if (!graph.nodes.has(from)) addReferred(lists, from, true, referred, edge.place);
    if (!graph.nodes.has(to)) addReferred(lists, to, isMembership, referred, edge.place);
    const typeOf = (id: string) => (graph.nodes.has(id) ? types.get(id) : 'UserGroup');
    const type = typeOf(from);
    if (settings.containments.includes(edge.kind)) addContainment(lists, from, to, edge.place);
    else if (type === undefined) startless.set(edge.kind, (startless.get(edge.kind) ?? 0) + 1);
    else addRight(lists, edge, [type, from], to, typeOf(to), settings);
  }
  for (const [kind, count] of startless) {
    const message = `${count} edges of this kind start at nodes that are no account, group or role, so nobody holds them; name the kinds of these nodes in the settings`;
    lists.miss('EntityAssignedAccessToObject', { reason: 'unsupported', subject: kind, message, missing: 'fields' });
  }
}

/** A node of another graph. What holds rights or has members lands as a group of which nothing is known. */
function addReferred(lists: ListBuilder, id: string, isGroup: boolean, referred: Set<string>, place: string): void {
  if (isGroup) lists.add('UserGroup', { id, name: id, type: 'Unknown', sourceTag: 'referred' }, place);
  if (referred.has(id)) return;
  referred.add(id);
  lists.add('ResourceClass', { id: 'referred', name: 'referred', displayName: 'Node of another graph' }, 'referred');
  lists.add('ResourceInstance', { id, name: id, displayName: id, resourceClass: 'referred' }, place);
}

const addContainment = (lists: ListBuilder, parentId: string, childId: string, place: string) =>
  lists.add(
    'ResourceInstanceContainsResourceInstance',
    { id: relationshipId(['ResourceInstance', parentId], ['ResourceInstance', childId]), parentId, childId },
    place,
  );

function addRight(
  lists: ListBuilder,
  { kind, properties, place }: GraphEdge,
  entity: RelationshipEnd,
  to: string,
  target: EntityType | undefined,
  settings: OpengraphSettings,
): void {
  if (settings.memberships.includes(kind) && (target === 'UserGroup' || target === 'Role')) {
    lists.add('EntityManagedViaObject', membershipRecord(entity, [target, to]), place);
    return;
  }
  const specifiers = [
    kind,
    ...(settings.impersonations.includes(kind) ? ['impersonate'] : []),
    ...(settings.joins.includes(kind) ? ['add-member'] : []),
  ];
  const details = {
    // What an edge gives over what its end contains, nobody says.
    ...{ name: kind, appliesToContents: false },
    permissions: { fineGrainedSpecifiers: specifiers, ...(specifiers.length > 1 && { isPrivileged: true }) },
    accessControlMetadata: metadataItems('opengraph', scalarsOf(properties)),
  };
  lists.add('EntityAssignedAccessToObject', assignmentRecord(entity, ['ResourceInstance', to], details, kind), place);
}
