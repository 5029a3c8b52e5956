// Who makes a request, as everything behind authentication sees him.
import { ServiceError } from '../../errors.ts';
import type { Scope } from '../../state/clients.ts';

export interface Caller {
  readonly tenant: string;
  readonly clientId: string;
  /** Opaque and stable; a `client` acts for itself, a `user` through a client of an outside issuer. */
  readonly principal: { readonly type: 'client' | 'user'; readonly id: string };
  readonly scopes: ReadonlySet<Scope>;
  /** The only application instances that the caller may see; undefined: all of the tenant. */
  readonly applicationInstanceIds: ReadonlySet<string> | undefined;
}

/** @throws ServiceError FORBIDDEN when the caller's token lacks the scope */
export function requireScope(caller: Caller, scope: Scope): void {
  if (!caller.scopes.has(scope)) {
    throw new ServiceError('FORBIDDEN', `The token lacks the ${scope} scope`, { details: { scope } });
  }
}
