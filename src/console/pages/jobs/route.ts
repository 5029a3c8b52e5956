import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';

/** The changes that were asked for: `/jobs`. */
export const jobsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jobs',
}).lazy(() => import('./page.tsx').then(({ page }) => page));
