// The routes of reviews: whom to ask, beginning and ending a review, how far it is, and its evidence.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { isDateAlone, lastMomentOf } from '../../iso-time.ts';
import type { Lookups } from '../../lookups/lookups.ts';
import { writeOnce } from '../../state/idempotency.ts';
import { closeReview } from '../../state/reviews/decisions.ts';
import { giveReviewLinks, openReviewLinks } from '../../state/reviews/review-links.ts';
import {
  createReview,
  getReview,
  listReviews,
  type NewReview,
  type Review,
  reviewersOf,
  reviewLines,
  reviewsAsking,
} from '../../state/reviews/reviews.ts';
import { auditingRefusals } from '../access/audited-refusals.ts';
import { type Caller, ownerOfCaller, requireWholeTenant, scopeOf } from '../access/caller.ts';
import type { Guard } from '../access/guard.ts';
import { type ItemRequest, type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { accountTargets, finding, membershipTargets, refuseDuplicates } from '../changes/targets.ts';
import { signalOf } from '../http/client-signal.ts';
import { idempotentRequest } from '../http/idempotency-key.ts';
import { parsePageQuery, parseUuid, refuseQuery } from '../http/list-query.ts';
import { listPage, type PageTokens } from '../http/page-token.ts';
import { parseBody, refuseBody } from '../http/request-body.ts';
import { type ServedTenants, servedTenant } from '../served-tenants.ts';
import { reviewEvidence } from './review-evidence.ts';
import { reviewOperations } from './review-operations.ts';
import { registerReviewPage } from './review-page.ts';
import { reviewCreationSchema, reviewerSearchSchema } from './review-schemas.ts';
import { askedAccounts } from './reviewers.ts';
import { viewReview, viewReviewDetails } from './view-review.ts';

export interface ReviewOptions {
  readonly database: Database;
  readonly tenants: ServedTenants;
  readonly guard: Guard;
  readonly lookups: Lookups;
  readonly pageTokens: PageTokens;
  /** Address of the service. */
  readonly baseUrl: string;
}

const longestDays = 366;

export async function registerReviews(app: FastifyInstance, options: ReviewOptions): Promise<void> {
  registerReviewReads(app, options);
  registerReviewWrites(app, options);
  await registerReviewPage(app, options);
}

function registerReviewReads(app: FastifyInstance, options: ReviewOptions): void {
  const { database, guard, pageTokens } = options;
  const operations = reviewOperations;

  serveOperation<ListRequest>(app, operations.findReviewers, { guard }, async (request, reply) => {
    refuseQuery(request.query);
    const { ids } = parseBody(reviewerSearchSchema, request.body);
    const sourceOf = sourceNames(options, request.caller!);
    const accounts = await lookUp(options, request.caller!, reply, ids);
    const items = accounts.map(({ id, alias, instance, reviewer, address, reason }) => ({
      ...{ accountId: id, account: alias, sourceId: sourceOf.get(instance) },
      ...{ reviewer: reviewer ?? undefined, address: address ?? undefined, reason },
    }));
    const { tellsReviewers } = servedTenant(options.tenants, request.caller!.tenant);
    return reply.header('cache-control', 'private, no-store').send({ items, tellsReviewers });
  });

  serveOperation<ListRequest>(app, operations.listReviews, { guard }, async (request, reply) => {
    const { pageSize, pageToken } = parsePageQuery(request.query);
    const caller = request.caller!;
    const list = { tenant: caller.tenant, collection: 'reviews', filter: '', visible: caller.visible };
    const page = listPage<number>(pageTokens, list, pageToken);
    const { reviews, next } = await listReviews(database, scopeOf(caller), pageSize, page.after);
    const answer = { items: reviews.map(viewReview), nextPageToken: page.tokenOf(next) };
    return reply.header('cache-control', 'private, no-store').send(answer);
  });

  serveOperation<ItemRequest>(app, operations.getReview, { guard }, async (request, reply) => {
    refuseQuery(request.query);
    return sendDetails(options, request, reply, await reviewOf(options, request));
  });

  serveOperation<ListRequest>(app, operations.listAssignedReviews, { guard }, async (request, reply) => {
    refuseQuery(request.query);
    const { tenant, email } = request.session!;
    const [links, asking] = await Promise.all([
      openReviewLinks(database, options.baseUrl),
      email === null ? [] : reviewsAsking(database, tenant, email),
    ]);
    const items = asking.map(({ review_id: id, reviewer, title, due_at: due, lines, undecided }) => {
      return { id, title, due, lines, undecided, url: links.sign({ reviewId: id, reviewer }) };
    });
    return reply.header('cache-control', 'private, no-store').send({ items });
  });

  serveOperation<ItemRequest>(app, operations.getReviewEvidence, { guard }, async (request, reply) => {
    refuseQuery(request.query);
    const review = await reviewOf(options, request);
    const [reviewers, lines] = await peopleAndLines(database, review);
    const { tellsReviewers } = servedTenant(options.tenants, request.caller!.tenant);
    const files = reviewEvidence(review, reviewers, lines, { address: options.baseUrl, tellsReviewers });
    return reply.header('cache-control', 'private, no-store').send({ files });
  });
}

function registerReviewWrites(app: FastifyInstance, options: ReviewOptions): void {
  const { database, guard } = options;
  const operations = reviewOperations;
  const audited = (verb: string) => ({ guard, onError: auditingRefusals(database, `review.${verb}`) });

  serveOperation<ListRequest>(app, operations.createReview, audited('create'), async (request, reply) => {
    refuseQuery(request.query);
    const caller = request.caller!;
    const idempotent = idempotentRequest(request);
    const body = parseBody(reviewCreationSchema, request.body);
    const review = await newReview(options, caller, reply, body).catch((refusal: unknown) => ({ refusal }));
    const id = await writeOnce(database, idempotent, {
      make: inner => {
        if ('refusal' in review) throw review.refusal;
        return inner.transaction(transaction => createReview(transaction, ownerOfCaller(caller), review));
      },
      idOf: made => made,
      find: async (_transaction, made) => made,
    });
    reply.code(201).header('location', `/v1/reviews/${id}`);
    return sendDetails(options, request, reply, await getReview(database, scopeOf(caller), id));
  });

  serveOperation<ItemRequest>(app, operations.closeReview, audited('close'), async (request, reply) => {
    refuseQuery(request.query);
    refuseBody(request.body);
    const caller = request.caller!;
    const review = await reviewOf(options, request);
    await database.transaction(transaction => closeReview(transaction, ownerOfCaller(caller), review));
    return sendDetails(options, request, reply, await getReview(database, scopeOf(caller), review.review_id));
  });

  serveOperation<ItemRequest>(app, operations.giveReviewLinks, audited('link'), async (request, reply) => {
    refuseQuery(request.query);
    refuseBody(request.body);
    const caller = request.caller!;
    requireWholeTenant(caller, 'Passing on the links of reviewers');
    const items = await giveReviewLinks(
      database,
      options.baseUrl,
      await reviewOf(options, request),
      caller.principal.id,
    );
    return reply.header('cache-control', 'private, no-store').send({ items });
  });
}

const reviewOf = ({ database }: ReviewOptions, { caller, params }: FastifyRequest<ItemRequest>): Promise<Review> =>
  getReview(database, scopeOf(caller!), parseUuid('id', params.id));

const peopleAndLines = (database: Database, { review_id: id }: Review) =>
  Promise.all([reviewersOf(database, id), reviewLines(database, id)]);

async function sendDetails(
  { database, tenants }: ReviewOptions,
  { caller }: FastifyRequest,
  reply: FastifyReply,
  review: Review,
): Promise<FastifyReply> {
  const [reviewers, lines] = await peopleAndLines(database, review);
  const { tellsReviewers } = servedTenant(tenants, caller!.tenant);
  const answer = viewReviewDetails(review, reviewers, lines, tellsReviewers, caller!.visible?.personData ?? true);
  return reply.header('cache-control', 'private, no-store').send(answer);
}

function sourceNames({ tenants }: ReviewOptions, { tenant }: Caller): ReadonlyMap<string, string> {
  const { sources } = servedTenant(tenants, tenant);
  return new Map([...sources.values()].map(({ config }) => [config.application_instance_id, config.id]));
}

/** Whom to ask about accounts, in the version in service. */
async function lookUp(options: ReviewOptions, caller: Caller, reply: FastifyReply, ids: readonly string[]) {
  const { version } = finding(options, caller, reply);
  const origin = { clientId: caller.clientId, versionFolder: version.folder, visible: caller.visible };
  return askedAccounts(options.lookups, origin, ids, signalOf(reply));
}

const containers = { RemoveRole: 'roles', RemoveGroupMember: 'user-groups' } as const;

/** @throws ServiceError BAD_REQUEST, NOT_FOUND */
async function newReview(
  options: ReviewOptions,
  caller: Caller,
  reply: FastifyReply,
  { title, ids: given, operation, containerId, due: dueText, substitute }: z.output<typeof reviewCreationSchema>,
): Promise<NewReview> {
  const ids = given.map(id => id.toLowerCase());
  refuseDuplicates(ids);
  const due = dueOf(dueText);
  if ((containerId !== undefined) !== (operation !== 'DisableAccount')) {
    const why = operation === 'DisableAccount' ? 'is only for roles and groups' : `is missing: ${operation} needs it`;
    throw new ServiceError('BAD_REQUEST', `containerId: ${why}`);
  }
  const search = finding(options, caller, reply);
  const { targets } =
    operation === 'DisableAccount'
      ? await accountTargets(search, operation, ids)
      : await membershipTargets(search, operation, containers[operation], { id: containerId!, accountIds: ids });
  const sourceOf = new Map(targets.map(({ account, source }) => [account!.globalId, source.config.id]));
  const accounts = await lookUp(options, caller, reply, ids);
  const lines = accounts.map(({ id, instance, ...account }) => ({
    ...{ accountId: id, applicationInstanceId: instance, sourceId: sourceOf.get(id)!, ...account },
    ...(account.address === null &&
      substitute !== undefined && { address: substitute.toLowerCase(), reviewer: null, reason: 'Substitute' as const }),
  }));
  const container = targets[0]!.container;
  return {
    ...{ title, operation, version: search.version.number, due, lines },
    container: container && { id: container.globalId, name: container.name },
  };
}

/** @throws ServiceError BAD_REQUEST */
/** A date means until its last second, so that it is shown as the date that was given. */
function dueOf(text: string): Date {
  const end = lastMomentOf(text);
  const due = end && isDateAlone(text) ? new Date(end.getTime() - 1000) : end;
  const refuse = (why: string) => new ServiceError('BAD_REQUEST', `due: ${why}`);
  if (!due) throw refuse('must be a date, or a time of ISO 8601 such as 2026-12-04T17:00:00Z');
  if (due.getTime() <= Date.now()) throw refuse(`${text} is in the past`);
  if (due.getTime() > Date.now() + longestDays * 86_400_000) throw refuse('must be within a year');
  return due;
}
