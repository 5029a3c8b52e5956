import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';
import { risksSearch } from './risks-search.ts';

/** `/risks?severity=High&status=Suppressed&rule=<global id>&source=<application instance>` */
export const risksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/risks',
  validateSearch: risksSearch,
}).lazy(() => import('./page.tsx').then(({ page }) => page));
