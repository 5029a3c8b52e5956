import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';

/** One source: `/sources/<its name in the configuration>`. */
export const sourceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sources/$sourceId',
}).lazy(() => import('./source-page.tsx').then(({ page }) => page));
