import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';
import { wantedSearch } from './wanted-search.ts';

export const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/search',
  validateSearch: wantedSearch,
}).lazy(() => import('./page.tsx').then(({ page }) => page));
