// The routes of the Authorization API 1.0 of OpenID AuthZEN (final specification of 2026): decisions and searches over effective access.
// https://openid.net/specs/authorization-api-1_0.html
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type AddressSettings, resolveAddresses } from '../access/addresses.ts';
import { type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { parseBody } from '../http/request-body.ts';
import type { LookupOptions } from '../lookups/paged-lookup.ts';
import { decisionOperations } from './decision-operations.ts';
import { accessEvaluationSchema, accessEvaluationsSchema, actionSearchSchema } from './decision-schemas.ts';
import { registerEntitySearches } from './entity-searches.ts';
import { accessDecisions, actionsOf, createKnownBetween, type Deciding } from './evaluate.ts';
import { decideAll, decidingFor } from './several-decisions.ts';

export interface DecisionOptions extends LookupOptions {
  readonly access: AddressSettings;
}

const paths = {
  access_evaluation_endpoint: decisionOperations.evaluateAccess,
  access_evaluations_endpoint: decisionOperations.evaluateAccessOfSeveral,
  search_subject_endpoint: decisionOperations.searchSubjects,
  search_resource_endpoint: decisionOperations.searchResources,
  search_action_endpoint: decisionOperations.searchActions,
};

export function registerDecisions(app: FastifyInstance, settings: DecisionOptions): void {
  const options = { ...settings, known: createKnownBetween() };
  const { guard } = options;
  registerDecisionMetadata(app, options.access);
  const answer = (reply: FastifyReply, { version }: Deciding, body: object) =>
    reply.header('cache-control', 'private, no-store').header('warehouse-version', String(version.number)).send(body);

  serveOperation<ListRequest>(app, decisionOperations.evaluateAccess, { guard }, async (request, reply) => {
    const asked = parseBody(accessEvaluationSchema, request.body);
    const deciding = await decidingFor(options, request, reply);
    return answer(reply, deciding, (await accessDecisions(deciding, [asked]))[0]!);
  });
  serveOperation<ListRequest>(app, decisionOperations.evaluateAccessOfSeveral, { guard }, async (request, reply) => {
    const { evaluations = [], ...defaults } = parseBody(accessEvaluationsSchema, request.body);
    if (evaluations.length === 0) {
      const asked = parseBody(accessEvaluationSchema, defaults);
      const deciding = await decidingFor(options, request, reply);
      return answer(reply, deciding, (await accessDecisions(deciding, [asked]))[0]!);
    }
    const deciding = await decidingFor(options, request, reply);
    const requests = evaluations.map(evaluation => ({ ...defaults, ...evaluation }));
    return answer(reply, deciding, {
      evaluations: await decideAll(deciding, requests, defaults.options?.evaluations_semantic),
    });
  });
  serveOperation<ListRequest>(app, decisionOperations.searchActions, { guard }, async (request, reply) => {
    const asked = parseBody(actionSearchSchema, request.body);
    const deciding = await decidingFor(options, request, reply);
    const { actions, context } = await actionsOf(deciding, asked);
    return answer(reply, deciding, { results: actions.map(name => ({ name })), page: { next_token: '' }, context });
  });
  registerEntitySearches(app, options);
}

/** Section 9 of the specification. */
function registerDecisionMetadata(app: FastifyInstance, access: AddressSettings): void {
  const { baseUrl } = resolveAddresses(access);
  const endpoints = Object.entries(paths).map(([name, { path }]) => [name, `${baseUrl}${path}`]);
  const metadata = { policy_decision_point: baseUrl, ...Object.fromEntries(endpoints) };
  app.get('/.well-known/authzen-configuration', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').send(metadata),
  );
}
