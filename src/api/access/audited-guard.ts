// A guard for operations that change something. It records refusals in the audit log, where the changes are recorded too.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { recordAudit } from '../../state/audit.ts';
import type { Guard } from './guard.ts';

/**
 * An `onRequest` hook that requires the write scope.
 * @param action the name of the operation in the audit log, for example `savedQuery.create`
 */
export function auditedGuard(database: Database, guard: Guard, action: string): ReturnType<Guard> {
  const pass = guard('write');
  return async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      await pass(request, reply);
    } catch (error) {
      const { caller } = request;
      if (caller && error instanceof ServiceError && error.code === 'FORBIDDEN') {
        await recordAudit(database, {
          tenant: caller.tenant,
          principal: caller.principal.id,
          action,
          outcome: 'refused',
          details: { path: request.url.slice(0, 200), reason: error.message },
        });
      }
      throw error;
    }
  };
}
