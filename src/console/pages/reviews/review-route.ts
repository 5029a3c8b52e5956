import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';

/** One review, for who sent it: `/reviews/$id`. */
export const reviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reviews/$id',
}).lazy(() => import('./review-page.tsx').then(({ page }) => page));
