import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';
import { changesSearch } from './search.ts';

/** What has changed: `/changes?since=<version or time>&until=<the same>&type=Account&kind=Vanished`. */
export const changesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/changes',
  validateSearch: changesSearch,
}).lazy(() => import('./page.tsx').then(({ page }) => page));
