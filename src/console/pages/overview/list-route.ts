import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';

/** A list behind a number of the overview: `/overview/leavers`. */
export const overviewListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/overview/$list',
}).lazy(() => import('./list-page.tsx').then(({ page }) => page));
