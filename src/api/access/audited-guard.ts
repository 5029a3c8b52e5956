// A guard for operations that change something. It records refusals in the audit log, where the changes are recorded too.
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { recordAudit } from '../../state/audit.ts';
import type { Guard } from './guard.ts';

/** @param action the name of the operation in the audit log, for example `savedQuery.create` */
export function auditedGuard(database: Database, guard: Guard, action: string): Guard {
  return scope => {
    const pass = guard(scope);
    return async (request, reply) => {
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
  };
}
