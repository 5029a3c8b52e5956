// The routes of the keys that sign access tokens: an administrator lists and rotates them.
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { ensureSigningKeys, keyThatSigns, rotateSigningKey, type SigningKey } from '../../state/signing-keys.ts';
import { auditingRefusals } from '../access/audited-refusals.ts';
import { requireWholeTenant } from '../access/caller.ts';
import type { Guard } from '../access/guard.ts';
import { type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { refuseQuery } from '../http/list-query.ts';
import { refuseBody } from '../http/request-body.ts';
import { signingKeyOperations } from './signing-key-operations.ts';

export interface SigningKeyOptions {
  readonly database: Database;
  readonly guard: Guard;
}

const what = 'The administration of signing keys';

export function registerSigningKeys(app: FastifyInstance, { database, guard }: SigningKeyOptions): void {
  const operations = signingKeyOperations;
  const audited = { guard, onError: auditingRefusals(database, 'signing-key.rotate') };

  serveOperation<ListRequest>(app, operations.listSigningKeys, { guard }, async (request, reply) => {
    refuseQuery(request.query);
    requireWholeTenant(request.caller!, what);
    const now = new Date();
    const keys = await ensureSigningKeys(database, now);
    const signing = keyThatSigns(keys, now);
    return reply
      .header('cache-control', 'private, no-store')
      .send({ items: keys.map(key => view(key, key.kid === signing?.kid)) });
  });

  serveOperation<ListRequest>(app, operations.rotateSigningKey, audited, async (request, reply) => {
    refuseQuery(request.query);
    refuseBody(request.body);
    const caller = request.caller!;
    requireWholeTenant(caller, what);
    const now = new Date();
    refusePending(await ensureSigningKeys(database, now), now);
    const key = await rotateSigningKey(database, { by: caller.principal.id, now });
    return reply.code(201).header('cache-control', 'private, no-store').send(view(key, false));
  });
}

/** Refuses a rotation while a new key waits. Otherwise requests could make any number of keys, each published for over an hour. */
function refusePending(keys: readonly SigningKey[], now: Date): void {
  const pending = keys.find(key => key.activates_at > now);
  if (!pending) return;
  const signsFrom = pending.activates_at.toISOString();
  throw new ServiceError(
    'KEY_ROTATION_PENDING',
    `the new key ${pending.kid} starts to sign at ${signsFrom}; rotate again after that`,
    {
      details: { kid: pending.kid, signsFrom },
    },
  );
}

/** A key as the API shows it, without its private part. */
function view({ kid, created_at, activates_at, retires_at }: SigningKey, signs: boolean): object {
  return { kid, createdAt: created_at, signsFrom: activates_at, retiresAt: retires_at ?? undefined, signs };
}
