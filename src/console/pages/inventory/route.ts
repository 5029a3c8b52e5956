import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';
import { listSearch } from '../../objects/list-filter.ts';

/** A collection: `/inventory/accounts?filter=[{"field":"enabled","filterType":"eq","values":[false]}]&sort=-createdDate`. */
export const inventoryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inventory/$collection',
  validateSearch: listSearch,
}).lazy(() => import('./page.tsx').then(({ page }) => page));
