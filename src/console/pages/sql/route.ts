import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';

export interface SqlSearch {
  /** The text in the editor when it was last run, so that the address can be sent to somebody else. */
  readonly q?: string;
  /** The saved query that is open. */
  readonly saved?: string;
}

export const sqlRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sql',
  validateSearch: (search): SqlSearch => ({
    ...(typeof search['q'] === 'string' && { q: search['q'] }),
    ...(typeof search['saved'] === 'string' && { saved: search['saved'] }),
  }),
}).lazy(() => import('./page.tsx').then(({ page }) => page));
