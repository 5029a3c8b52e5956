import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';
import { parseSearch } from './identities-search.ts';

/** The machine identities by blast radius: `/identities?owner=nobody`. */
export const identitiesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/identities',
  validateSearch: parseSearch,
}).lazy(() => import('./page.tsx').then(({ page }) => page));
