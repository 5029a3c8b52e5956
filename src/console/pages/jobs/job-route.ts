import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';

/** One job: `/jobs/<id>`. */
export const jobRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jobs/$id',
}).lazy(() => import('./job-page.tsx').then(({ page }) => page));
