// The route with which a system sends rows to a source. A batch is durable, and its run requested, before it is answered.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { canonicalJson } from '../../canonical-json.ts';
import { SourceError, type TakenRows } from '../../connector/contract.ts';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { knownHint } from '../../nearest.ts';
import { recordAudit } from '../../state/audit.ts';
import { writeOnce } from '../../state/idempotency.ts';
import { getPush, type PushBatch, type ReceivedBatch, receiveBatch } from '../../state/pushes.ts';
import { auditingRefusals } from '../access/audited-refusals.ts';
import type { Caller } from '../access/caller.ts';
import type { Guard } from '../access/guard.ts';
import { serveOperation } from '../access/serve-operation.ts';
import { idempotentRequest } from '../http/idempotency-key.ts';
import { refuseQuery } from '../http/list-query.ts';
import { badBody, parseBody } from '../http/request-body.ts';
import { type ServedSource, type ServedTenants, servedTenant } from '../served-tenants.ts';
import { sourceOperations } from './source-operations.ts';
import { sourcePushSchema } from './source-schemas.ts';
import { type SourceRequest, sourceOf } from './visible-sources.ts';

export interface PushOptions {
  readonly database: Database;
  readonly tenants: ServedTenants;
  readonly guard: Guard;
}

type SourcePush = z.output<typeof sourcePushSchema>;

/** What a request made or finds again; `runId` is a run whose job is to be added. */
type Accepted = Pick<ReceivedBatch, 'pushId' | 'number' | 'runId'>;

export function registerPushes(app: FastifyInstance, { database, tenants, guard }: PushOptions): void {
  const onError = auditingRefusals(database, 'source.push');
  serveOperation<SourceRequest>(app, sourceOperations.pushObjects, { guard, onError }, async (request, reply) => {
    refuseQuery(request.query);
    const caller = request.caller!;
    const source = sourceOf(tenants, caller, request.params.sourceId);
    const push = parseBody(sourcePushSchema, request.body);
    const tenant = servedTenant(tenants, caller.tenant);
    const taken = await takenRowsOf(source, tenant.baseFolder);
    refuseUnknownRows(push, taken);
    const accepted = await writeOnce<Accepted>(database, idempotentRequest(request), {
      make: inner => inner.transaction(transaction => accept(transaction, caller, source.config.id, push, taken)),
      idOf: ({ pushId, number }) => `${pushId} ${number}`,
      find: async (_, made) => {
        const [pushId, number] = made.split(' ');
        return { pushId: pushId!, number: Number(number), runId: undefined };
      },
    });
    if (accepted.runId !== undefined) await tenant.startRun(accepted.runId);
    const state = await getPush(database, accepted.pushId);
    return reply
      .code(202)
      .header('cache-control', 'private, no-store')
      .send({
        pushId: accepted.pushId,
        sourceId: source.config.id,
        batch: accepted.number,
        complete: push.complete,
        // The push is forgotten when it was landed long ago.
        status: state?.status ?? 'Landed',
        runId: state?.run_id ?? undefined,
      });
  });
}

async function accept(
  transaction: Database,
  { tenant, principal }: Caller,
  sourceId: string,
  push: SourcePush,
  taken: readonly TakenRows[],
): Promise<Accepted> {
  const { complete, rows, batch: { of, number, last } = { of: undefined, number: 1, last: true } } = push;
  const text = JSON.stringify(rows);
  const sha256 = createHash('sha256').update(canonicalJson(push)).digest('hex');
  const batch: PushBatch = {
    ...{ tenant, sourceId, of, number, isLast: last, complete },
    names: Object.keys(rows),
    rows: text,
    sha256,
  };
  const received = await receiveBatch(transaction, batch);
  if (received.isClosed) refuseMissingRows(received.names, taken);
  if (received.isRepeated) return received;
  const counts = Object.fromEntries(Object.entries(rows).map(([name, values]) => [name, values.length]));
  await recordAudit(transaction, {
    ...{ tenant, principal: principal.id, action: 'source.push', target: sourceId, outcome: 'done' },
    details: { pushId: received.pushId, complete, rows: counts, ...(push.batch && { batch: push.batch }) },
  });
  return received;
}

/** @throws ServiceError OPERATION_NOT_SUPPORTED, or SERVICE_UNAVAILABLE while the description has a mistake */
async function takenRowsOf(
  { config, connector, settings }: ServedSource,
  baseFolder: string,
): Promise<readonly TakenRows[]> {
  const taken = await connector.takes?.(settings as never, { baseFolder }).catch((cause: unknown) => {
    if (!(cause instanceof SourceError)) throw cause;
    const message = `the description of ${config.id} has a mistake, which \`rolecall sources check ${config.id}\` shows; nothing was taken`;
    throw new ServiceError('SERVICE_UNAVAILABLE', message, { cause });
  });
  if (taken && taken.length > 0) return taken;
  throw new ServiceError(
    'OPERATION_NOT_SUPPORTED',
    `sourceId: ${config.id} takes no rows: it is read. A source of the connector custom-application takes rows that its description names in \`pushed\``,
  );
}

/** @throws ServiceError BAD_REQUEST */
function refuseUnknownRows({ rows, complete }: SourcePush, taken: readonly TakenRows[]): void {
  const names = taken.map(({ name }) => name);
  const problems = Object.keys(rows).flatMap(name => {
    const known = taken.find(candidate => candidate.name === name);
    if (!known) return [{ path: `rows.${name}`, message: `unknown rows; ${knownHint(name, names)}` }];
    if (complete || known.onlyComplete === undefined) return [];
    const message = `come only with \`complete: true\`, because ${known.onlyComplete}: a row that changed does not say which objects are gone`;
    return [{ path: `rows.${name}`, message }];
  });
  if (Object.keys(rows).length === 0) {
    problems.push({ path: 'rows', message: `are missing; the source takes ${names.join(', ')}` });
  }
  if (problems.length > 0) throw badBody(problems);
}

/** @throws ServiceError BAD_REQUEST */
function refuseMissingRows(names: readonly string[], taken: readonly TakenRows[]): void {
  const problems = taken
    .filter(({ name }) => names.includes(name))
    .flatMap(({ name, types, needs }) =>
      needs
        .filter(need => !names.includes(need))
        .map(need => {
          const message = `are missing: ${types.join(' and ')}, which \`${name}\` becomes, needs them in the same push`;
          return { path: `rows.${need}`, message };
        }),
    );
  if (!taken.some(({ name, types }) => names.includes(name) && types.length > 0)) {
    problems.push({
      path: 'rows',
      message: `nothing is made of ${names.join(', ')} alone: values are only looked up there`,
    });
  }
  if (problems.length > 0) throw badBody(problems);
}
