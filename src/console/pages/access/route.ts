import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';
import { accessSearch } from './access-search.ts';

/** The page of access: `/access?from=Account:<global id>&to=ResourceInstance:<global id>`. */
export const accessRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/access',
  validateSearch: accessSearch,
}).lazy(() => import('./page.tsx').then(({ page }) => page));
