import { createRoute } from '@tanstack/react-router';
import { schemaQuery } from '../../api/fields.ts';
import { queryClient } from '../../api/queries.ts';
import { shellRoute } from '../../app/shell-route.tsx';
import { listSearch } from '../../objects/list-filter.ts';

/** A collection: `/inventory/accounts?filter=[{"field":"enabled","filterType":"eq","values":[false]}]&sort=-createdDate`. */
export const inventoryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inventory/$collection',
  validateSearch: listSearch,
  // The page needs it before anything else: it is read while the code of the page is loaded.
  loader: () => void queryClient.prefetchQuery(schemaQuery),
}).lazy(() => import('./page.tsx').then(({ page }) => page));
