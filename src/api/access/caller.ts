// The caller of a request, as authentication found it.
import { ServiceError } from '../../errors.ts';
import type { Visible } from '../../resources/visibility/visible.ts';
import type { ActionJobScope } from '../../state/actions/jobs.ts';
import { includesScope, type Scope } from '../../state/clients/clients.ts';
import type { RecordOwner } from '../../state/clients/record-owner.ts';

export interface Caller {
  readonly tenant: string;
  readonly clientId: string;
  /** The id is opaque and stable. A `client` acts for itself; a `user` acts through a client of an outside issuer. */
  readonly principal: { readonly type: 'client' | 'user'; readonly id: string };
  readonly scopes: ReadonlySet<Scope>;
  /** What the caller may see; undefined: all of the tenant. */
  readonly visible: Visible;
}

/** @throws ServiceError FORBIDDEN when the caller's token lacks the scope */
export function requireScope(caller: Caller, scope: Scope): void {
  if (!includesScope(caller.scopes, scope)) {
    throw new ServiceError('FORBIDDEN', `The token lacks the ${scope} scope`, { details: { scope } });
  }
}

/**
 * Call this for data that do not name their application instance: they could tell a limited client about hidden instances.
 * @param what the subject, at the beginning of a sentence
 * @throws ServiceError FORBIDDEN for a client that is limited to application instances
 */
export function requireWholeTenant({ visible }: Caller, what: string): void {
  if (visible === undefined) return;
  throw new ServiceError('FORBIDDEN', `${what} is for clients that are not limited to application instances`);
}

/** The caller as the owner of what it requests. */
export function ownerOfCaller({ tenant, clientId, principal }: Caller): RecordOwner {
  return { tenant, clientId, principalId: principal.id };
}

/** The action jobs and reviews that the caller may see. */
export function scopeOf({ tenant, visible }: Caller): ActionJobScope {
  return { tenant, instances: visible && [...visible.instances] };
}
