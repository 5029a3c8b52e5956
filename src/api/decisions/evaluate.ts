// Decides about requests: finds their objects and the relationships between them in a version, and judges them.

import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { NamedObject } from '../../lookups/access-records.ts';
import type { AccessPair, BetweenEdge, BetweenEdges } from '../../lookups/between.ts';
import { listFields } from '../../lookups/list-fields.ts';
import type { Lookups } from '../../lookups/lookups.ts';
import type { LookupValue } from '../../lookups/prepared-lookup.ts';
import { account } from '../../resources/account.ts';
import { visibilityKey } from '../../resources/visibility/visible.ts';
import type { Version } from '../../warehouse/version/version.ts';
import type { Caller } from '../access/caller.ts';
import { type DecisionReason, decisionReasons } from './decision-schemas.ts';
import { type FoundEntity, findEntity, type NamedEntity, type UnknownEntity } from './entities.ts';
import { certainActions, type JudgedAssignment, type JudgedEdge, judge } from './judgement.ts';

/** In which version, and for whom, decisions are made. */
export interface Deciding {
  readonly version: Version;
  readonly caller: Caller;
  readonly serviceInstance: string;
  readonly lookups: Lookups;
  /** Shared by all requests. */
  readonly known: KnownBetween;
  readonly signal: AbortSignal;
}

export interface DecisionRequest {
  readonly subject: NamedEntity;
  readonly action: { readonly name: string };
  readonly resource: NamedEntity;
}

/** A relationship, with the assignment that it stands for. */
type Step = BetweenEdge & JudgedEdge;

/** A request whose objects were found. A person stands for each of its accounts. */
interface Found {
  readonly subjects: readonly FoundEntity[];
  readonly resource: FoundEntity;
}

/** What is between two objects. */
interface Between {
  readonly edges: readonly Step[];
  readonly subject: number;
  readonly object: number;
}

/** What was found between two objects before: a gateway asks about the same ones again and again, and a version never changes. */
export type KnownBetween = LRUCache<string, Between>;

/** Relationships that are kept, over all pairs of objects. */
const mostKnownEdges = 200_000;

export const createKnownBetween = (): KnownBetween =>
  new LRUCache({ maxSize: mostKnownEdges, sizeCalculation: ({ edges }) => edges.length + 1 });

/** The most relationships that are searched, and the most assignments whose documents are read, for one decision. */
const mostEdges = 20_000;
const mostAssignments = 2_000;
/** Accounts of a person that are looked at. */
const mostAccounts = 50;

/** Requests that are decided together, and pairs of objects of one lookup: what is between all of them is in memory at once. */
const mostTogether = 25;
/** Requests whose objects are searched for at once. */
const atOnce = 8;

/** The answers of the Authorization API, in the order of the requests. */
export async function accessDecisions(deciding: Deciding, requests: readonly DecisionRequest[]): Promise<object[]> {
  const found = await findAll(deciding, requests);
  const answers: object[] = [];
  for (let start = 0; start < found.length; start += mostTogether) {
    const some = found.slice(start, start + mostTogether);
    const between = await findBetween(deciding, some);
    for (const [index, each] of some.entries())
      answers.push(decideFor(deciding, each, between, requests[start + index]!.action.name));
  }
  return answers;
}

function decideFor(deciding: Deciding, found: Found | UnknownEntity, between: GetBetween, action: string): object {
  if ('reason' in found) return viewRefusal(deciding, found.reason, found.message);
  let refusal: object | undefined;
  for (const subject of found.subjects) {
    const answer = decide(deciding, subject, between(subject, found.resource), action);
    if ('decision' in answer && answer.decision === true) return answer;
    // The reason of an account that is disabled says more than that another one has no grant.
    if (refusal === undefined || isDisabled(subject)) refusal = answer;
  }
  return refusal ?? viewRefusal(deciding, 'NOT_GRANTED');
}

function decide(deciding: Deciding, subject: FoundEntity, between: Between | undefined, action: string): object {
  if (between === undefined) return viewRefusal(deciding, 'TOO_LARGE');
  const { reason, path } = judge(between.edges, between.subject, between.object, action);
  if (reason !== undefined) return viewRefusal(deciding, reason);
  if (isDisabled(subject)) return viewRefusal(deciding, 'SUBJECT_DISABLED');
  const { id, objectType, item } = subject;
  return {
    decision: true,
    context: {
      ...aboutVersion(deciding),
      evidence: {
        ...(objectType === 'Account' && { account: { type: objectType, id, name: item['alias'] } }),
        path: path.map(({ kind, id: edgeId, from, to }) => ({
          kind,
          id: edgeId ?? undefined,
          from: viewEnd(from),
          to: viewEnd(to),
        })),
      },
    },
  };
}

/** What a subject may do with a resource for sure; a reason when that is not known. */
export async function actionsOf(
  deciding: Deciding,
  request: Omit<DecisionRequest, 'action'>,
): Promise<{ readonly actions: readonly string[]; readonly context: object }> {
  const [found] = await findAll(deciding, [request]);
  if ('reason' in found!) return { actions: [], context: contextOfRefusal(deciding, found.reason, found.message) };
  const { resource, subjects } = found!;
  const enabled = subjects.filter(each => !isDisabled(each));
  const between = await findBetween(deciding, [{ resource, subjects: enabled }]);
  const actions = new Set<string>();
  for (const subject of enabled) {
    const own = between(subject, resource);
    if (own === undefined) return { actions: [], context: contextOfRefusal(deciding, 'TOO_LARGE') };
    for (const action of certainActions(own.edges, own.subject, own.object)) actions.add(action);
  }
  return { actions: [...actions], context: aboutVersion(deciding) };
}

/** Find the objects of requests; one that several requests name, once. */
async function findAll(
  deciding: Deciding,
  requests: readonly Omit<DecisionRequest, 'action'>[],
): Promise<(Found | UnknownEntity)[]> {
  const search = keySearchOf(deciding);
  const inTurn = pLimit(atOnce);
  const finding = new Map<string, Promise<readonly FoundEntity[] | UnknownEntity>>();
  const find = (role: 'subject' | 'resource', entity: NamedEntity) => {
    const key = JSON.stringify([role, entity.type, entity.id, entity.properties?.applicationInstanceId]);
    const found = finding.get(key) ?? inTurn(() => findOne(role, entity));
    finding.set(key, found);
    return found;
  };
  async function findOne(role: 'subject' | 'resource', entity: NamedEntity) {
    const found = await findEntity(search, role, entity);
    if ('reason' in found) return found;
    const isPerson = role === 'subject' && found.objectType === 'Person';
    return isPerson ? accountsOf(deciding, found.id) : [found];
  }
  return Promise.all(
    requests.map(async ({ subject, resource }) => {
      const [subjects, objects] = await Promise.all([find('subject', subject), find('resource', resource)]);
      if ('reason' in subjects) return subjects;
      return 'reason' in objects ? objects : { subjects, resource: objects[0]! };
    }),
  );
}

/** What the searches of a decision need: the version, for whom, and lookups on it. */
export function keySearchOf({ version, caller, serviceInstance, lookups, signal }: Deciding) {
  const where = originOf({ version, caller });
  const lookUp = <Row>(name: string, parameters: Readonly<Record<string, LookupValue>>) =>
    lookups.rows<Row>({ ...where, name, parameters }, signal);
  return { version, caller, serviceInstance, lookUp };
}

const originOf = ({ version, caller }: Pick<Deciding, 'version' | 'caller'>) => ({
  clientId: caller.clientId,
  visible: caller.visible,
  versionFolder: version.folder,
});

/** What is between a subject and a resource; undefined when there is too much. */
type GetBetween = (subject: FoundEntity, resource: FoundEntity) => Between | undefined;

async function findBetween(deciding: Deciding, found: readonly (Found | UnknownEntity)[]): Promise<GetBetween> {
  const { version, caller, known } = deciding;
  const visible = visibilityKey(caller.visible);
  const keyOf = (subject: FoundEntity, resource: FoundEntity) =>
    [version.folder, visible, subject.id, resource.id].join('\n');
  const pairs = found.flatMap(each =>
    'reason' in each ? [] : each.subjects.map(subject => [subject, each.resource] as const),
  );
  const between = new Map<string, Between | undefined>();
  const unknown = new Map<string, AccessPair>();
  for (const [subject, resource] of pairs) {
    const key = keyOf(subject, resource);
    const before = known.get(key);
    if (before) between.set(key, before);
    else unknown.set(key, { subject: namedObject(subject), object: namedObject(resource) });
  }
  const keys = [...unknown.keys()];
  for (const [index, each] of (await searchBetween(deciding, [...unknown.values()])).entries()) {
    between.set(keys[index]!, each);
    if (each) known.set(keys[index]!, each);
  }
  return (subject, resource) => between.get(keyOf(subject, resource));
}

function namedObject({ id, objectType, item }: FoundEntity): NamedObject {
  const name = item[objectType === 'Account' ? 'alias' : 'name'];
  return { objectId: id, objectType, objectName: name === undefined ? null : String(name) };
}

async function searchBetween(deciding: Deciding, pairs: readonly AccessPair[]): Promise<(Between | undefined)[]> {
  const { lookups, signal } = deciding;
  const found: (Between | undefined)[] = [];
  for (let start = 0; start < pairs.length; start += mostTogether) {
    const request = { pairs: pairs.slice(start, start + mostTogether), mostEdges };
    const searched = await lookups.between(originOf(deciding), request, signal);
    found.push(...(await withAssignments(deciding, searched)));
  }
  return found;
}

const isAssigned = ({ kind }: BetweenEdge) => kind === 'Grant' || kind === 'Denial';

async function withAssignments(
  deciding: Deciding,
  searched: readonly BetweenEdges[],
): Promise<(Between | undefined)[]> {
  const isTooMuch = ({ edges, isCut }: BetweenEdges) => isCut || edges.filter(isAssigned).length > mostAssignments;
  const judged = searched.filter(each => !isTooMuch(each)).flatMap(({ edges }) => edges.filter(isAssigned));
  const assignments = await assignmentsOf(
    deciding,
    judged.flatMap(({ id }) => id ?? []),
  );
  return searched.map(each => {
    if (isTooMuch(each)) return undefined;
    const edges = each.edges.map(edge => ({ ...edge, assignment: assignments.get(edge.id ?? '') }));
    // An object without any relationship has no node.
    return { edges, subject: each.subject ?? -1, object: each.object ?? -2 };
  });
}

async function assignmentsOf(
  { version, caller }: Deciding,
  ids: readonly string[],
): Promise<Map<string, JudgedAssignment>> {
  const collection = version.collection('entity-assigned-access-to-object');
  const read = await Promise.all(
    [...new Set(ids)].map(async id => {
      const bytes = await collection.get(id, caller.visible);
      return bytes ? [[id, assignmentOf(JSON.parse(bytes.toString()))] as const] : [];
    }),
  );
  return new Map(read.flat());
}

interface AssignmentDocument {
  readonly entitlementSpecification?: {
    readonly reasonSpecificData?: {
      readonly conditions?: object;
      readonly contentPermissions?: readonly object[];
      readonly permissions?: { readonly fineGrainedSpecifiers?: readonly string[] };
    };
  };
}

function assignmentOf({ entitlementSpecification }: AssignmentDocument): JudgedAssignment {
  const { conditions, contentPermissions, permissions } = entitlementSpecification?.reasonSpecificData ?? {};
  return {
    isConditional: conditions !== undefined,
    specifiers: permissions?.fineGrainedSpecifiers ?? [],
    hasContentPermissions: contentPermissions !== undefined,
  };
}

const isDisabled = ({ objectType, item }: FoundEntity) => objectType === 'Account' && item['enabled'] !== true;

/** The accounts of a person that the client may see. */
async function accountsOf({ version, caller, lookups, signal }: Deciding, person: string): Promise<FoundEntity[]> {
  const field = 'enrichedPersonId';
  const dataType = listFields(account).find(({ name }) => name === field)!.dataType;
  const { clientId, visible } = caller;
  const page = {
    collection: 'accounts',
    filters: [{ field, dataType, filterType: 'eq' as const, values: [person] }],
    ...{
      applicationInstanceId: null,
      asOf: version.manifest.generatedAt,
      sorts: [],
      after: null,
      skip: 0,
      size: mostAccounts,
    },
  };
  const { ids } = await lookups.page({ clientId, visible, versionFolder: version.folder }, page, signal);
  const read = await Promise.all(ids.map(id => version.collection('accounts').get(id, visible)));
  return ids.flatMap((id, index) => {
    const bytes = read[index];
    return bytes ? [{ collection: 'accounts', objectType: 'Account', id, item: JSON.parse(bytes.toString()) }] : [];
  });
}

const viewEnd = ({ objectType, objectId, objectName }: NamedObject) => ({
  type: objectType,
  id: objectId,
  name: objectName ?? undefined,
});

export function viewRefusal(deciding: Deciding | undefined, reason: DecisionReason, message?: string): object {
  return { decision: false, context: contextOfRefusal(deciding, reason, message) };
}

function contextOfRefusal(
  deciding: Deciding | undefined,
  code: DecisionReason,
  message: string = decisionReasons[code],
): object {
  return { ...(deciding && aboutVersion(deciding)), reason: { code, message } };
}

function aboutVersion({ version }: Deciding): object {
  return { version: version.number, generatedAt: version.manifest.generatedAt };
}
