import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';
import { identitiesSearch } from './identities-search.ts';

/** The machine identities by blast radius: `/identities?owner=nobody`. */
export const identitiesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/identities',
  validateSearch: identitiesSearch,
}).lazy(() => import('./page.tsx').then(({ page }) => page));
