import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';

/** The page of one object: `/objects/Account/<global id>`. */
export const objectRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/objects/$type/$id',
}).lazy(() => import('./page.tsx').then(({ page }) => page));
