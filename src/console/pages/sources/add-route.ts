import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';

/** The wizard for a new source: `/add-source`. It is not below `/sources`, where every name is that of a source. */
export const addSourceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/add-source',
}).lazy(() => import('./add-page.tsx').then(({ page }) => page));
