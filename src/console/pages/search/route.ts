import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';

export const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/search',
  validateSearch: (search): { q?: string; type?: string } => ({
    ...(typeof search['q'] === 'string' && { q: search['q'] }),
    ...(typeof search['type'] === 'string' && { type: search['type'] }),
  }),
}).lazy(() => import('./page.tsx').then(({ page }) => page));
