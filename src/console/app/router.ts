// Every page, by its address. The code of a page is loaded when it is first opened.
import { createRouter } from '@tanstack/react-router';
import { accessRoute } from '../pages/access/route.ts';
import { administrationRoute } from '../pages/administration/route.ts';
import { changesRoute } from '../pages/changes/route.ts';
import { fixRoute } from '../pages/fix/route.ts';
import { identitiesRoute } from '../pages/identities/route.ts';
import { inventoryRoute } from '../pages/inventory/route.ts';
import { jobRoute } from '../pages/jobs/job-route.ts';
import { jobsRoute } from '../pages/jobs/route.ts';
import { objectRoute } from '../pages/object/route.ts';
import { overviewListRoute } from '../pages/overview/list-route.ts';
import { overviewRoute } from '../pages/overview/route.ts';
import { reviewRoute } from '../pages/reviews/review-route.ts';
import { reviewsRoute } from '../pages/reviews/route.ts';
import { risksRoute } from '../pages/risks/route.ts';
import { searchRoute } from '../pages/search/route.ts';
import { addSourceRoute } from '../pages/sources/add-route.ts';
import { sourcesRoute } from '../pages/sources/route.ts';
import { sourceRoute } from '../pages/sources/source-route.ts';
import { sqlRoute } from '../pages/sql/route.ts';
import { FailedPage, MissingPage } from './failed-page.tsx';
import { shellRoute } from './shell-route.tsx';

const routes = shellRoute.addChildren([
  overviewRoute,
  overviewListRoute,
  inventoryRoute,
  objectRoute,
  searchRoute,
  risksRoute,
  fixRoute,
  reviewsRoute,
  reviewRoute,
  accessRoute,
  identitiesRoute,
  sqlRoute,
  changesRoute,
  jobsRoute,
  jobRoute,
  sourcesRoute,
  sourceRoute,
  addSourceRoute,
  administrationRoute,
]);

export const router = createRouter({
  routeTree: routes,
  defaultPreload: 'intent',
  scrollRestoration: true,
  scrollToTopSelectors: ['#page'],
  defaultErrorComponent: FailedPage,
  defaultNotFoundComponent: MissingPage,
});

/** Loads the code of the page at the address, while it is not known yet who is signed in. When that fails, opening the page tries again. */
export function loadPageCode(): void {
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    router.loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById])?.catch(() => {});
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
