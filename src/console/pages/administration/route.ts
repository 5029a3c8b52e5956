import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../app/shell-route.tsx';
import { auditSearch } from './audit-search.ts';

/** `/administration/clients`, `/administration/audit?action=client.create&since=2026-01-31` */
export const administrationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/administration/$part',
  validateSearch: auditSearch,
}).lazy(() => import('./page.tsx').then(({ page }) => page));
