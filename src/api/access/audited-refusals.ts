// Records in the audit log what was refused to an authenticated client.
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { recordAudit } from '../../state/audit.ts';

/** Run a handler that changes something. When it refuses with a status of 4xx, that is recorded before the error goes on. */
export async function auditingRefusals<Result>(
  database: Database,
  request: FastifyRequest,
  action: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) await recordRefusal(database, request, action, error);
    throw error;
  }
}

/** @param action the name of the operation in the audit log, for example `savedQuery.create` */
export async function recordRefusal(
  database: Database,
  { caller, url }: Pick<FastifyRequest, 'caller' | 'url'>,
  action: string,
  { code, message }: ServiceError,
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
