import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';
import { knownType } from '../../objects/object-types.ts';
import { type ChangesSearch, type Kind, kinds } from './search.ts';

/** What has changed: `/changes?since=<version or time>&until=<the same>&type=Account&kind=Vanished`. */
export const changesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/changes',
  validateSearch: (search): ChangesSearch => {
    const { since, until, type, kind, source } = search;
    const known = typeof type === 'string' ? knownType(type) : undefined;
    return {
      ...(isPoint(since) && { since: String(since) }),
      ...(isPoint(until) && { until: String(until) }),
      ...(known && { type: known.type }),
      ...(isKind(kind) && { kind }),
      ...(typeof source === 'string' && { source }),
    };
  },
}).lazy(() => import('./page.tsx').then(({ page }) => page));

/** The router reads a version as a number. */
const isPoint = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

const isKind = (value: unknown): value is Kind => (kinds as readonly unknown[]).includes(value);
