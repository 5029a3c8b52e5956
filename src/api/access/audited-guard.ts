// A guard for operations that change something. It records refusals in the audit log, where the changes are recorded too.
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { recordRefusal } from './audited-refusals.ts';
import type { Guard } from './guard.ts';

/** @param action the name of the operation in the audit log, for example `savedQuery.create` */
export function auditedGuard(database: Database, guard: Guard, action: string): Guard {
  return scope => {
    const pass = guard(scope);
    return async (request, reply) => {
      try {
        await pass(request, reply);
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'FORBIDDEN') {
          await recordRefusal(database, request, action, error);
        }
        throw error;
      }
    };
  };
}
