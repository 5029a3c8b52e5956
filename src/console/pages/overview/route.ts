import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';

export const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
}).lazy(() => import('./page.tsx').then(({ page }) => page));
