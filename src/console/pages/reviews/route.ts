import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';

/** What managers and owners were asked: `/reviews`. */
export const reviewsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reviews',
}).lazy(() => import('./page.tsx').then(({ page }) => page));
