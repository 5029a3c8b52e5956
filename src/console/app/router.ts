// Every page, by its address. The code of a page is loaded when it is first opened.
import { createRouter } from '@tanstack/react-router';
import { accessRoute } from '../pages/access/route.ts';
import { identitiesRoute } from '../pages/identities/route.ts';
import { inventoryRoute } from '../pages/inventory/route.ts';
import { objectRoute } from '../pages/object/route.ts';
import { overviewListRoute } from '../pages/overview/list-route.ts';
import { overviewRoute } from '../pages/overview/route.ts';
import { searchRoute } from '../pages/search/route.ts';
import { sqlRoute } from '../pages/sql/route.ts';
import { FailedPage, MissingPage } from './failed-page.tsx';
import { shellRoute } from './shell-route.tsx';

const routes = shellRoute.addChildren([
  overviewRoute,
  overviewListRoute,
  inventoryRoute,
  objectRoute,
  accessRoute,
  identitiesRoute,
  searchRoute,
  sqlRoute,
]);

export const router = createRouter({
  routeTree: routes,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: FailedPage,
  defaultNotFoundComponent: MissingPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
