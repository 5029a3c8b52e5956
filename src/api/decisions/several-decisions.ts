// Several decisions of one request, and the version that they are made in.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Lookups } from '../../lookups/lookups.ts';
import type { ListRequest } from '../access/serve-operation.ts';
import { signalOf, whenOver } from '../http/client-signal.ts';
import { parseParameters } from '../http/list-query.ts';
import { type ServedTenants, servedTenant } from '../served-tenants.ts';
import { versionAsOf } from '../version-as-of.ts';
import { accessEvaluationSchema, type accessEvaluationsSchema } from './decision-schemas.ts';
import { accessDecisions, type Deciding, type KnownBetween, viewRefusal } from './evaluate.ts';

export interface DecidingOptions {
  readonly tenants: ServedTenants;
  readonly lookups: Lookups;
  readonly known: KnownBetween;
}

/** The version that the request names, which stays open until it is answered. @throws ServiceError as {@link versionAsOf} */
export async function decidingFor(
  { tenants, lookups, known }: DecidingOptions,
  request: FastifyRequest<ListRequest>,
  reply: FastifyReply,
): Promise<Deciding> {
  const { asOf } = parseParameters(request.query, ['asOf']);
  const caller = request.caller!;
  const { catalogue, serviceInstance } = servedTenant(tenants, caller.tenant);
  const version = await versionAsOf(catalogue, asOf);
  whenOver(reply, version.hold());
  return { version, caller, serviceInstance, lookups, known, signal: signalOf(reply) };
}

type Semantic = NonNullable<z.output<typeof accessEvaluationsSchema>['options']>['evaluations_semantic'];

/** Which decision ends the evaluations. */
const endings: Readonly<Partial<Record<NonNullable<Semantic>, boolean>>> = {
  deny_on_first_deny: false,
  permit_on_first_permit: true,
};
/** Evaluations that are made at once where one of them may end the others. */
const untilEnding = 10;

export async function decideAll(
  deciding: Deciding,
  requests: readonly unknown[],
  semantic: Semantic = 'execute_all',
): Promise<object[]> {
  const ending = endings[semantic];
  const step = ending === undefined ? Math.max(1, requests.length) : untilEnding;
  const decisions: object[] = [];
  for (let start = 0; start < requests.length; start += step) {
    for (const decided of await decideSome(deciding, requests.slice(start, start + step))) {
      decisions.push(decided);
      if (ending !== undefined && (decided as { decision: boolean }).decision === ending) return decisions;
    }
  }
  return decisions;
}

/** A request that is not valid is a denial that says so; the others are decided all the same. */
async function decideSome(deciding: Deciding, requests: readonly unknown[]): Promise<object[]> {
  const parsed = requests.map(request => accessEvaluationSchema.safeParse(request));
  const valid = parsed.flatMap(({ data }) => data ?? []);
  const decided = (await accessDecisions(deciding, valid)).values();
  return parsed.map(({ success, error }) => (success ? decided.next().value! : viewInvalid(error!)));
}

function viewInvalid({ issues }: z.ZodError): object {
  const message = issues
    .map(({ path, message: why }) => `${path.join('.')}: ${why}`)
    .slice(0, 5)
    .join('; ');
  const refusal = viewRefusal(undefined, 'BAD_REQUEST', message) as { context: object };
  return { ...refusal, context: { ...refusal.context, error: { status: 400, message } } };
}
