// The Idempotency-Key header: a client that lost the answer can repeat a request without a second effect.
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { canonicalJson } from '../../canonical-json.ts';
import { ServiceError } from '../../errors.ts';
import { type IdempotentRequest, keptHours } from '../../state/idempotency.ts';
import type { Parameter } from '../contract/operation.ts';

const form = /^[!-~]{1,255}$/;

/** The declaration of the header. @param made what the request creates, for the description: `the job` */
export function idempotencyKey(made: string): Parameter {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    description: `One key per request. Repeated with the same key within ${keptHours} hours, the request changes nothing again and returns ${made} of the first one`,
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  };
}

/**
 * The key and fingerprint of a request; undefined without the header.
 * @throws ServiceError BAD_REQUEST when the key is malformed
 */
export function idempotentRequest(request: FastifyRequest): IdempotentRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !form.test(key)) {
    throw new ServiceError('BAD_REQUEST', 'Idempotency-Key: must be 1 to 255 visible ASCII characters, once');
  }
  const { tenant, clientId, principal } = request.caller!;
  const digest = createHash('sha256').update(canonicalJson(request.body)).digest('base64url');
  const path = request.url.split('?')[0];
  return { tenant, clientId, principalId: principal.id, key, fingerprint: `${request.method} ${path} ${digest}` };
}
