import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';
import { jobsSearch } from './jobs-search.ts';

/** The changes that were asked for: `/jobs`. */
export const jobsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jobs',
  validateSearch: jobsSearch,
}).lazy(() => import('./page.tsx').then(({ page }) => page));
