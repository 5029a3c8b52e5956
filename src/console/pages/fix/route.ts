import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';
import { fixSearch } from './fix-search.ts';

/** `/fix?rule=<rule>&where=<condition of SQL>&source=<application instance>` */
export const fixRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/fix',
  validateSearch: fixSearch,
}).lazy(() => import('./page.tsx').then(({ page }) => page));
