// Searches for the accounts that have access, and for what an account has access to. A lookup finds candidates; each is evaluated.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { whenOver } from '../http/client-signal.ts';
import { expiredPageToken, type PagedList, type PageTokens } from '../http/page-token.ts';
import { wrongParameter } from '../http/parameter-error.ts';
import { parseBody } from '../http/request-body.ts';
import type { LookupOptions } from '../lookups/paged-lookup.ts';
import { servedTenant } from '../served-tenants.ts';
import { decisionOperations } from './decision-operations.ts';
import { decisionPageLimits, resourceSearchSchema, subjectSearchSchema } from './decision-schemas.ts';
import { findEntity, resourceTypes } from './entities.ts';
import { type Deciding, type DecisionRequest, keySearchOf } from './evaluate.ts';
import { type DecidingOptions, decideAll, decidingFor } from './several-decisions.ts';

interface Candidate {
  readonly page_key: string;
  readonly id: string;
  readonly name: string | null;
}

interface EntitySearch {
  readonly collection: string;
  readonly page:
    | {
        readonly token?: string | undefined;
        readonly next_token?: string | undefined;
        readonly limit?: number | undefined;
      }
    | undefined;
  /** What has to be equal on all pages. */
  readonly asked: object;
  /** Type of the results. */
  readonly type: string;
  /** Candidates after a key, in order. A refusal has none. */
  candidates(deciding: Deciding, after: string | null, size: number): Promise<readonly Candidate[]>;
  request(id: string): DecisionRequest;
}

export function registerEntitySearches(app: FastifyInstance, options: LookupOptions & DecidingOptions): void {
  const { guard } = options;
  serveOperation<ListRequest>(app, decisionOperations.searchSubjects, { guard }, async (request, reply) => {
    const { page, subject, action, resource } = parseBody(subjectSearchSchema, request.body);
    if (subject.type !== 'account') throw wrongParameter('subject.type', 'must be account: accounts can be searched');
    return sendFound(options, request, reply, {
      ...{ collection: 'searchSubjects', page, asked: [action.name, resource], type: subject.type },
      async candidates(deciding, after, size) {
        const object = await findEntity(keySearchOf(deciding), 'resource', resource);
        if ('reason' in object) return [];
        const parameters = { object_id: object.id, application_instance_id: null, after, size };
        const rows = await keySearchOf(deciding).lookUp<{ accountId: string; alias: string; page_key: string }>(
          'object_accounts',
          parameters,
        );
        return rows.map(row => ({ page_key: row.page_key, id: row.accountId, name: row.alias }));
      },
      request: id => ({ subject: { type: subject.type, id }, action, resource }),
    });
  });
  serveOperation<ListRequest>(app, decisionOperations.searchResources, { guard }, async (request, reply) => {
    const { page, subject, action, resource } = parseBody(resourceSearchSchema, request.body);
    const known = resourceTypes.get(resource.type);
    if (!known) throw wrongParameter('resource.type', `possible are ${[...resourceTypes.keys()].join(', ')}`);
    if (!['account', 'non-human-identity'].includes(subject.type))
      throw wrongParameter('subject.type', 'must be account or non-human-identity');
    return sendFound(options, request, reply, {
      ...{ collection: 'searchResources', page, asked: [subject, action.name, resource.type], type: resource.type },
      async candidates(deciding, after, size) {
        const account = await findEntity(keySearchOf(deciding), 'subject', subject);
        if ('reason' in account) return [];
        const parameters = {
          account_id: account.id,
          only_through: null,
          object_type: known.objectType,
          application_instance_id: null,
          after,
          size,
        };
        const rows = await keySearchOf(deciding).lookUp<{
          objectId: string;
          objectName: string | null;
          page_key: string;
        }>('account_access', parameters);
        return rows.map(row => ({ page_key: row.page_key, id: row.objectId, name: row.objectName }));
      },
      request: id => ({ subject, action, resource: { type: resource.type, id } }),
    });
  });
}

/** Every result is evaluated, so that an evaluation of it gives `true`, as the specification asks. */
async function sendFound(
  options: LookupOptions & DecidingOptions,
  request: FastifyRequest<ListRequest>,
  reply: FastifyReply,
  search: EntitySearch,
): Promise<FastifyReply> {
  const { tenants, pageTokens } = options;
  const caller = request.caller!;
  const deciding = await decidingFor(options, request, reply);
  const { asOf } = request.query;
  const list = {
    tenant: caller.tenant,
    collection: search.collection,
    filter: JSON.stringify(asOf === undefined ? search.asked : [search.asked, asOf]),
    visible: caller.visible,
  };
  const opened = openedPage(pageTokens, list, search.page?.token ?? search.page?.next_token);
  const { catalogue } = servedTenant(tenants, caller.tenant);
  const version = opened ? await catalogue.find(opened.version) : deciding.version;
  if (!version) throw expiredPageToken();
  whenOver(reply, version.hold());
  const at = { ...deciding, version };
  const size = search.page?.limit ?? decisionPageLimits.default;
  const rows = await search.candidates(at, opened?.position ?? null, size + 1);
  const shown = rows.slice(0, size);
  const decisions = await decideAll(
    at,
    shown.map(({ id }) => search.request(id)),
  );
  const results = shown.filter((_candidate, index) => (decisions[index] as { decision: boolean }).decision);
  const next =
    rows.length > size ? pageTokens.seal({ ...list, version: version.number, position: shown.at(-1)!.page_key }) : '';
  return reply
    .header('cache-control', 'private, no-store')
    .header('warehouse-version', String(version.number))
    .send({
      results: results.map(({ id, name }) => ({ type: search.type, id, properties: { name: name ?? undefined } })),
      page: { next_token: next },
      context: { version: version.number },
    });
}

function openedPage(pageTokens: PageTokens, list: PagedList, token: string | undefined) {
  return token === undefined || token === '' ? undefined : pageTokens.open<string>(token, list);
}
