import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';
import { knownType, type ObjectType } from '../../objects/object-types.ts';

export const kinds = ['Appeared', 'Changed', 'Vanished'] as const;
export type Kind = (typeof kinds)[number];

export interface ChangesSearch {
  /** The number of a version, or a time of ISO 8601; absent: as long as changes are known. */
  readonly since?: string;
  readonly type?: ObjectType;
  readonly kind?: Kind;
  /** Application instance. */
  readonly source?: string;
}

/** What has changed: `/changes?since=<version or time>&type=Account&kind=Vanished`. */
export const changesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/changes',
  validateSearch: (search): ChangesSearch => {
    const { since, type, kind, source } = search;
    const known = typeof type === 'string' ? knownType(type) : undefined;
    return {
      // The router reads a version as a number.
      ...((typeof since === 'string' || typeof since === 'number') && { since: String(since) }),
      ...(known && { type: known.type }),
      ...(isKind(kind) && { kind }),
      ...(typeof source === 'string' && { source }),
    };
  },
}).lazy(() => import('./page.tsx').then(({ page }) => page));

const isKind = (value: unknown): value is Kind => (kinds as readonly unknown[]).includes(value);
