// Records in the audit log what was refused to an authenticated client.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { recordAudit } from '../../state/audit.ts';

/** Called with the error of a request before it is answered. */
export type OnError = (request: FastifyRequest, reply: FastifyReply, error: FastifyError) => Promise<void>;

/** Records every refusal of an operation: every error with a status of 4xx, also one of the body. */
export function auditingRefusals(database: Database, action: string): OnError {
  return async (request, _reply, error) => {
    const status = error instanceof ServiceError ? error.status : (error.statusCode ?? 500);
    if (status < 500) await recordRefusal(database, request, action, error);
  };
}

/** @param action the name of the operation in the audit log, for example `savedQuery.create` */
async function recordRefusal(
  database: Database,
  { caller, url }: Pick<FastifyRequest, 'caller' | 'url'>,
  action: string,
  { code, message }: Pick<FastifyError, 'code' | 'message'>,
): Promise<void> {
  if (!caller) return;
  await recordAudit(database, {
    tenant: caller.tenant,
    principal: caller.principal.id,
    action,
    outcome: 'refused',
    details: { path: url.slice(0, 200), code, reason: message.slice(0, 1000).replaceAll('\0', '\uFFFD') },
  });
}
