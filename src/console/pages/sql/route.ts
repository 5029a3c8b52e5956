import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';
import { sqlSearch } from './sql-search.ts';

export const sqlRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sql',
  validateSearch: sqlSearch,
}).lazy(() => import('./page.tsx').then(({ page }) => page));
