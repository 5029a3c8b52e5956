// Decides about one request: finds its objects and the relationships between them in a version, and judges them.

import { LRUCache } from 'lru-cache';
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

interface NamedObject {
  readonly objectId: string;
  readonly objectType: string;
  readonly objectName: string | null;
}

interface Step extends JudgedEdge {
  readonly id: string | null;
  readonly from: NamedObject;
  readonly to: NamedObject;
}

interface Ends {
  readonly subject: FoundEntity;
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

/** The answer of the Authorization API. */
export async function accessDecision(deciding: Deciding, request: DecisionRequest): Promise<object> {
  const ends = await findEnds(deciding, request);
  if ('reason' in ends) return viewRefusal(deciding, ends.reason, ends.message);
  if (ends.subject.objectType !== 'Person') return decideFor(deciding, ends, request.action.name);
  let refusal: object | undefined;
  for (const subject of await accountsOf(deciding, ends.subject.id)) {
    const answer = await decideFor(deciding, { ...ends, subject }, request.action.name);
    if ('decision' in answer && answer.decision === true) return answer;
    // The reason of an account that is disabled says more than that another one has no grant.
    if (refusal === undefined || isDisabled(subject)) refusal = answer;
  }
  return refusal ?? viewRefusal(deciding, 'NOT_GRANTED');
}

async function decideFor(deciding: Deciding, ends: Ends, action: string): Promise<object> {
  const between = await findBetween(deciding, ends);
  if (between === undefined) return viewRefusal(deciding, 'TOO_LARGE');
  const { reason, path } = judge(between.edges, between.subject, between.object, action);
  if (reason !== undefined) return viewRefusal(deciding, reason);
  if (isDisabled(ends.subject)) return viewRefusal(deciding, 'SUBJECT_DISABLED');
  const { id, objectType, item } = ends.subject;
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
  const ends = await findEnds(deciding, request);
  if ('reason' in ends) return { actions: [], context: contextOfRefusal(deciding, ends.reason, ends.message) };
  const subjects = ends.subject.objectType === 'Person' ? await accountsOf(deciding, ends.subject.id) : [ends.subject];
  const actions = new Set<string>();
  for (const subject of subjects.filter(each => !isDisabled(each))) {
    const between = await findBetween(deciding, { ...ends, subject });
    if (between === undefined) return { actions: [], context: contextOfRefusal(deciding, 'TOO_LARGE') };
    for (const action of certainActions(between.edges, between.subject, between.object)) actions.add(action);
  }
  return { actions: [...actions], context: aboutVersion(deciding) };
}

async function findEnds(
  deciding: Deciding,
  { subject, resource }: Omit<DecisionRequest, 'action'>,
): Promise<Ends | UnknownEntity> {
  const search = keySearchOf(deciding);
  const [who, what] = await Promise.all([
    findEntity(search, 'subject', subject),
    findEntity(search, 'resource', resource),
  ]);
  if ('reason' in who) return who;
  if ('reason' in what) return what;
  return { subject: who, resource: what };
}

/** What the searches of a decision need: the version, for whom, and lookups on it. */
export function keySearchOf({ version, caller, serviceInstance, lookups, signal }: Deciding) {
  const where = { clientId: caller.clientId, visible: caller.visible, versionFolder: version.folder };
  const lookUp = <Row>(name: string, parameters: Readonly<Record<string, LookupValue>>) =>
    lookups.rows<Row>({ ...where, name, parameters }, signal);
  return { version, caller, serviceInstance, lookUp };
}

/** @returns undefined when there is too much between the two */
async function findBetween(deciding: Deciding, ends: Ends): Promise<Between | undefined> {
  const { version, caller, known } = deciding;
  const key = [version.folder, visibilityKey(caller.visible), ends.subject.id, ends.resource.id].join('\n');
  const before = known.get(key);
  if (before) return before;
  const between = await searchBetween(deciding, ends);
  if (between) known.set(key, between);
  return between;
}

async function searchBetween(deciding: Deciding, { subject, resource }: Ends): Promise<Between | undefined> {
  const { lookUp } = keySearchOf(deciding);
  const ids = `${subject.id},${resource.id}`;
  const nodes = await lookUp<{ number: number; id: string; of: string | null }>('access_nodes', { ids });
  const [from, to] = [subject.id, resource.id].map(
    id => nodes.find(node => node.id === id && node.of === null)?.number,
  );
  // An object without any relationship has no node.
  if (from === undefined || to === undefined) return { edges: [], subject: from ?? -1, object: to ?? -2 };
  const rows = await lookUp<Omit<Step, 'assignment'>>('access_subgraph', {
    account: from,
    object: to,
    size: mostEdges + 1,
  });
  const assigned = rows.filter(({ kind }) => kind === 'Grant' || kind === 'Denial');
  if (rows.length > mostEdges || assigned.length > mostAssignments) return undefined;
  const assignments = await assignmentsOf(
    deciding,
    assigned.flatMap(({ id }) => id ?? []),
  );
  return { edges: rows.map(row => ({ ...row, assignment: assignments.get(row.id ?? '') })), subject: from, object: to };
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
