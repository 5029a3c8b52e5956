// The routes of changes. A change is accepted as a job, or previewed.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { supportOf } from '../../actions/support.ts';
import type { ActionOperation } from '../../connector/actions.ts';
import type { Database } from '../../database/database.ts';
import type { Lookups } from '../../lookups/lookups.ts';
import type { QueryRunner } from '../../queries/runner.ts';
import { createActionJob } from '../../state/actions/jobs.ts';
import { writeOnce } from '../../state/idempotency.ts';
import { noteProposal, requireTakenAway } from '../../state/reviews/decisions.ts';
import { getReview } from '../../state/reviews/reviews.ts';
import { auditingRefusals } from '../access/audited-refusals.ts';
import { type Caller, ownerOfCaller, scopeOf } from '../access/caller.ts';
import type { Guard } from '../access/guard.ts';
import { type ListRequest, serveOperation } from '../access/serve-operation.ts';
import type { Operation } from '../contract/operation.ts';
import { signalOf, whenOver } from '../http/client-signal.ts';
import { idempotentRequest } from '../http/idempotency-key.ts';
import { parseParameters, parseUuid } from '../http/list-query.ts';
import { wrongParameter } from '../http/parameter-error.ts';
import { parseBody, refuseBody } from '../http/request-body.ts';
import { type ServedTenant, type ServedTenants, servedTenant } from '../served-tenants.ts';
import { versionOfLists } from '../version-in-service.ts';
import { accountSelectionSchema, userGroupCreationSchema } from './action-schemas.ts';
import type { BlastRadiusLookups } from './blast-radius-change.ts';
import { accountChangeOperations, longestProposal, membershipChangeOperations } from './change-operations.ts';
import { type GuardedChange, guardedChange, refuseForbidden, refuseTooMany } from './guards.ts';
import { previewChange } from './preview.ts';
import { accountTargets, type Change, finding, groupTarget, membershipTargets, refuseDuplicates } from './targets.ts';

export interface ChangeOptions {
  readonly database: Database;
  readonly tenants: ServedTenants;
  readonly guard: Guard;
  /** Evaluates the conditions of forbidden targets. */
  readonly runner: QueryRunner;
  /** Finds the blast radius for previews. */
  readonly lookups: Lookups;
}

interface ChangeRequest extends ListRequest {
  Params: Record<string, string>;
}

/**
 * Checks the form of a request, and returns a function that finds what the request would change. An error of the check is always
 * answered. An error of the function is answered only when the request makes a new job, not when it repeats an earlier one.
 */
type Ask = (request: FastifyRequest<ChangeRequest>) => (caller: Caller, reply: FastifyReply) => Promise<Change>;

export function registerChanges(app: FastifyInstance, options: ChangeOptions): void {
  const { disableAccount, enableAccount, activateAccount, ...bulk } = accountChangeOperations;
  const { assignRole, removeRole, addGroupMember, removeGroupMember, createUserGroup, ...removals } =
    membershipChangeOperations;
  const serve = (operation: Operation, ask: Ask) => serveChange(app, options, operation, ask);

  const one =
    (operation: ActionOperation): Ask =>
    request => {
      const id = parseUuid('id', request.params.id!);
      refuseBody(request.body);
      return (caller, reply) => accountTargets(finding(options, caller, reply), operation, [id]);
    };
  const many =
    (operation: ActionOperation): Ask =>
    request => {
      const { ids, review, ...terms } = selectionOf(request);
      return (caller, reply) =>
        accountTargets(finding(options, caller, reply), operation, ids)
          .then(change => ({ ...change, terms, review }))
          .then(change => decidedChange(options.database, caller, change));
    };
  const member =
    (operation: ActionOperation, collection: 'roles' | 'user-groups'): Ask =>
    request => {
      const id = parseUuid('id', request.params.id!);
      const accountId = parseUuid('accountId', request.params.accountId!);
      refuseBody(request.body);
      return (caller, reply) =>
        membershipTargets(finding(options, caller, reply), operation, collection, { id, accountIds: [accountId] });
    };
  const members =
    (operation: ActionOperation, collection: 'roles' | 'user-groups'): Ask =>
    request => {
      const id = parseUuid('id', request.params.id!);
      const { ids: accountIds, review, ...terms } = selectionOf(request);
      return (caller, reply) =>
        membershipTargets(finding(options, caller, reply), operation, collection, { id, accountIds })
          .then(change => ({ ...change, terms, review }))
          .then(change => decidedChange(options.database, caller, change));
    };

  serve(disableAccount, one('DisableAccount'));
  serve(enableAccount, one('EnableAccount'));
  serve(activateAccount, one('ActivateAccount'));
  serve(bulk.disableAccounts, many('DisableAccount'));
  serve(bulk.enableAccounts, many('EnableAccount'));
  serve(bulk.activateAccounts, many('ActivateAccount'));
  serve(assignRole, member('AssignRole', 'roles'));
  serve(removeRole, member('RemoveRole', 'roles'));
  serve(addGroupMember, member('AddGroupMember', 'user-groups'));
  serve(removeGroupMember, member('RemoveGroupMember', 'user-groups'));
  serve(removals.removeRoles, members('RemoveRole', 'roles'));
  serve(removals.removeGroupMembers, members('RemoveGroupMember', 'user-groups'));
  serve(createUserGroup, request => {
    const asked = parseBody(userGroupCreationSchema, request.body);
    return async caller => groupTarget({ tenant: servedTenant(options.tenants, caller.tenant), caller }, asked);
  });
}

function serveChange(app: FastifyInstance, options: ChangeOptions, operation: Operation, ask: Ask): void {
  const { database, guard, tenants, runner } = options;
  const audited = { guard, onError: auditingRefusals(database, `change.${operation.operationId}`) };
  serveOperation<ChangeRequest>(app, operation, audited, async (request, reply) => {
    const { isDryRun, proposal } = parseMode(request.query);
    const idempotent = idempotentRequest(request);
    const resolve = ask(request);
    reply.header('cache-control', 'private, no-store');
    const caller = request.caller!;
    const tenant = servedTenant(tenants, caller.tenant);
    const signal = signalOf(reply);
    const guarded = (change: Change) => guardedChange({ tenant, runner, caller, signal }, change);
    if (isDryRun) {
      const change = await resolve(caller, reply).then(guarded);
      const blastRadius = blastRadiusLookups(options.lookups, tenant, caller, reply);
      const { baseFolder, risks } = tenant;
      const version = versionOfLists(tenant.catalogue);
      if (version) reply.header('warehouse-version', String(version.number));
      const previewing = { database, tenant: caller.tenant, baseFolder, signal, blastRadius, risks };
      return reply.send(await previewChange(previewing, change));
    }
    // A repeated request gets the job of the first one, even when the object no longer exists. A refusal is thrown only for a new job.
    const found = await resolve(caller, reply)
      .then(change => acceptable(change, tenant.baseFolder))
      .then(guarded)
      .catch((refusal: unknown) => ({ refusal }));
    const jobId = await writeOnce(database, idempotent, {
      make: transaction => create(transaction, caller, tenant, found, proposal),
      idOf: id => id,
      find: async (_transaction, id) => id,
    });
    return sendAccepted(options, request, reply, jobId);
  });
}

/** @throws ServiceError REVIEW_DIFFERS unless the review that the change names decided it, NOT_FOUND when the caller may not see it */
async function decidedChange(database: Database, caller: Caller, change: Change): Promise<Change> {
  const { review: id, operation, targets } = change;
  if (id === undefined) return change;
  const review = await getReview(database, scopeOf(caller), id);
  const containerId = targets[0]?.container?.globalId;
  await requireTakenAway(database, review, {
    operation,
    containerId,
    accountIds: targets.map(({ objectId }) => objectId),
  });
  return change;
}

/** The accounts that a bulk names, with its purpose, its rollout and its review. @throws ServiceError BAD_REQUEST */
function selectionOf(request: FastifyRequest) {
  const { ids: given, review, ...terms } = parseBody(accountSelectionSchema, request.body);
  const ids = given.map(id => id.toLowerCase());
  refuseDuplicates(ids);
  return { ids, review: review?.toLowerCase(), ...terms };
}

/** Undefined before the first version. */
function blastRadiusLookups(
  lookups: Lookups,
  { catalogue }: ServedTenant,
  { clientId, visible }: Caller,
  reply: FastifyReply,
): BlastRadiusLookups | undefined {
  const version = versionOfLists(catalogue);
  if (!version) return undefined;
  whenOver(reply, version.hold());
  return { lookups, where: { clientId, versionFolder: version.folder, visible }, signal: signalOf(reply) };
}

/** @throws ServiceError OPERATION_NOT_SUPPORTED or WRITE_NOT_CONFIGURED */
async function acceptable(change: Change, baseFolder: string): Promise<Change> {
  for (const source of new Set(change.targets.map(target => target.source))) {
    const { refusal } = await supportOf(source, change.operation, baseFolder);
    if (refusal) throw refusal;
  }
  return change;
}

function create(
  database: Database,
  caller: Caller,
  { guards, catalogue }: ServedTenant,
  found: GuardedChange | { readonly refusal: unknown },
  proposal: string | undefined,
): Promise<string> {
  if ('refusal' in found) throw found.refusal;
  const { operation, approval = proposal && 'a client proposes it', terms, review } = found;
  refuseForbidden(found.forbidden);
  const targets = found.targets.map(({ source, objectId, local }) => ({
    sourceId: source.config.id,
    applicationInstanceId: source.config.application_instance_id,
    objectId,
    local,
  }));
  const accept = (acceptedIn: Database) =>
    createActionJob(acceptedIn, ownerOfCaller(caller), operation, targets, {
      ...(proposal !== undefined && { purpose: proposal, isProposal: true }),
      ...terms,
      ...{ approval, approvalMs: guards.approvalMs },
      acceptedVersion: catalogue.current()?.number,
    });
  if (guards.perHour === undefined && review === undefined) return accept(database);
  return database.transaction(async transaction => {
    await refuseTooMany(transaction, caller.tenant, guards, targets);
    const jobId = await accept(transaction);
    const accountIds = targets.map(({ objectId }) => objectId);
    if (review !== undefined) await noteProposal(transaction, review, accountIds, jobId);
    return jobId;
  });
}

/** Start a job, and tell the client where to poll it. */
export async function sendAccepted(
  { tenants }: Pick<ChangeOptions, 'tenants'>,
  request: FastifyRequest,
  reply: FastifyReply,
  jobId: string,
): Promise<FastifyReply> {
  await servedTenant(tenants, request.caller!.tenant).startAction(jobId);
  const self = `/v1/action-jobs/${jobId}`;
  return reply.code(202).header('location', self).send({ jobId, self });
}

interface ChangeMode {
  readonly isDryRun: boolean;
  /** Why the client proposes the change; undefined: it requests it. */
  readonly proposal: string | undefined;
}

/** @throws ServiceError BAD_REQUEST for other parameters and values */
function parseMode(query: Record<string, unknown>): ChangeMode {
  const { dryRun = 'false', proposal } = parseParameters(query, ['dryRun', 'proposal']);
  if (!['true', 'false'].includes(dryRun)) throw wrongParameter('dryRun', 'must be true or false');
  if (proposal !== undefined) checkProposal(proposal);
  return { isDryRun: dryRun === 'true', proposal };
}

function checkProposal(proposal: string): void {
  if (proposal.trim() === '') throw wrongParameter('proposal', 'is empty; it says why the change is proposed');
  if (proposal.length > longestProposal)
    throw wrongParameter('proposal', `has ${proposal.length} characters; at most ${longestProposal} are possible`);
  if (proposal.includes('\0')) throw wrongParameter('proposal', 'must not hold the character NUL');
}
