import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';

/** The sources and how they are: `/sources`. */
export const sourcesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sources',
}).lazy(() => import('./page.tsx').then(({ page }) => page));
