// The HTTP application: what is registered, and in which order. A test can build it without listening.
//
// A request passes the guard (token → caller → rate limit → scope, ./access), then its route. Lists and gets (./collections) answer with
// slices of a version's files between two short texts. Page tokens are encrypted and entity tags are hashed, with keys from state: otherwise
// a limited client could learn from row numbers how many rows it may not see.

import type { Queue as BullQueue } from 'bullmq';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import type { SignInSettings } from '../config/sign-in-settings.ts';
import type { Connector } from '../connector/contract.ts';
import type { Database } from '../database/database.ts';
import type { Exporter } from '../exports/exporter.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Lookups } from '../lookups/lookups.ts';
import type { Tracing } from '../observability/tracing.ts';
import { modelNames } from '../queries/models.ts';
import type { QueryRunner } from '../queries/runner.ts';
import { eventAlgorithm } from '../state/signing-keys.ts';
import type { Storage } from '../storage/storage.ts';
import { type AccessSettings, accessPlugin } from './access/access-plugin.ts';
import { resolveAddresses } from './access/addresses.ts';
import { type Authenticate, createAuthenticator } from './access/authenticate.ts';
import { createFailureLimit } from './access/failure-limit.ts';
import { createGuard, type Guard } from './access/guard.ts';
import type { RateLimiter } from './access/rate-limit.ts';
import { createSigningKeyLookup } from './access/signing-key-lookup.ts';
import type { TrustedIssuer } from './access/trusted-issuers.ts';
import { type ActionJobOptions, registerActionJobs } from './action-jobs/action-jobs.ts';
import { registerAuditEvents } from './audit-events/audit-events.ts';
import { registerBlastRadius } from './blast-radius/blast-radius.ts';
import { type ChangeOptions, registerChanges } from './changes/changes.ts';
import { registerClients } from './clients/clients.ts';
import { registerCollections } from './collections/collections.ts';
import { registerCompression } from './connections/compression.ts';
import { createEncoders } from './connections/encoders.ts';
import { type ClientLimits, createConnections } from './connections/http-server.ts';
import { createConsole } from './console/console.ts';
import { consoleFolder } from './console/console-files.ts';
import { registerDecisions } from './decisions/decisions.ts';
import { registerEvents } from './events/events.ts';
import { registerExportFile } from './exports/export-file.ts';
import { createExportLinks } from './exports/export-links.ts';
import { registerExports } from './exports/exports.ts';
import { registerHistory } from './history/history.ts';
import { createEntityTags } from './http/entity-tags.ts';
import { refuseConnection, registerErrors, sendError } from './http/errors.ts';
import { bodyLimitBytes, registerJsonBody } from './http/json-body.ts';
import { createPageTokens, type PageTokens } from './http/page-token.ts';
import { refuseUnclearRequests } from './http/refused-requests.ts';
import { requestIdHeader, requestIdOf } from './http/request-id.ts';
import { traceRequests } from './http/request-traces.ts';
import { registerIceberg } from './iceberg/iceberg.ts';
import { registerMcp } from './mcp/mcp.ts';
import { registerReference } from './openapi/reference-page.ts';
import { registerFrontPage } from './pages/front-page.ts';
import { registerHealth } from './pages/health.ts';
import { observeRequests, registerMetrics } from './pages/metrics.ts';
import { registerQueuePage } from './pages/queue-page.ts';
import { registerPackedQueries } from './queries/packed-queries.ts';
import { registerQueryExecution } from './queries/query-execution.ts';
import { registerSavedQueries } from './queries/saved-queries.ts';
import { registerSchemaModels } from './queries/schema-models.ts';
import { registerQueues } from './queues/queues.ts';
import { registerReach } from './reach/reach.ts';
import { type ReviewOptions, registerReviews } from './reviews/reviews.ts';
import { registerRiskCounts } from './risks/risk-counts.ts';
import { registerRisks } from './risks/risks.ts';
import { registerScim } from './scim/scim.ts';
import { registerSearch } from './search/search.ts';
import { type ServedTenants, servedTenant } from './served-tenants.ts';
import { type BrowserSessions, createBrowserSessions } from './sessions/browser-sessions.ts';
import { registerSessions } from './sessions/sessions.ts';
import { registerSignIn } from './sign-in/sign-in.ts';
import { type PushingTransmitter, registerSignalReceiver } from './signals/receiver.ts';
import { registerSignalStreams } from './signals/signal-streams.ts';
import { registerSignals } from './signals/signals.ts';
import { registerSignalTransmitter, type ServedReceiver } from './signals/transmitter.ts';
import { registerSigningKeys } from './signing-keys/signing-keys.ts';
import { registerPushes } from './sources/pushes.ts';
import { registerSourceSetup, type SourceSetup } from './sources/source-setup.ts';
import { registerSourceRoutes } from './sources/sources.ts';
import { registerSyncRuns } from './sync-runs/sync-runs.ts';

export interface AppOptions {
  readonly tenants: ServedTenants;
  readonly database: Database;
  readonly storage: Storage;
  readonly runner: QueryRunner;
  readonly lookups: Lookups;
  readonly exporter: Exporter;
  readonly queue: Queue;
  readonly connectors: readonly Connector[];
  /** Undefined where several processes or tenants share the configuration file. */
  readonly sourceSetup: SourceSetup | undefined;
  readonly access: AccessSettings;
  readonly trustedIssuers: readonly TrustedIssuer[];
  /** Transmitters that push signals, by name. */
  readonly transmitters: ReadonlyMap<string, PushingTransmitter>;
  readonly signalLimiter: RateLimiter;
  /** Receivers of our signals, by name. */
  readonly receivers: ReadonlyMap<string, ServedReceiver>;
  readonly rateLimiter: RateLimiter;
  readonly pageTokenKey: Buffer;
  readonly entityTagKey: Buffer;
  readonly exportKey: Buffer;
  /** Authenticates and encrypts the cookies of people who sign in. */
  readonly sessionKey: Buffer;
  readonly signIn: SignInSettings;
  /** Whether versions are published as tables for other engines. */
  readonly hasOpenTables: boolean;
  readonly clientLimits: ClientLimits;
  /** Shown on the page of the queues; undefined for the in-process queue. */
  readonly queues: readonly BullQueue[] | undefined;
  /** Undefined when tracing is off. */
  readonly tracing: Tracing | undefined;
  /** Undefined when metrics are off. */
  readonly metrics: Registry | undefined;
  /** Reverse proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  readonly log: FastifyBaseLogger;
}

/** A global id has 36 characters. The limit is higher, so that a longer id gets an error with a message, not the router's 404. */
const maxPathPartLength = 64 * 1024;

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { database, tenants } = options;
  const access = accessOf(options);
  const connections = createConnections(options.clientLimits);
  const app = Fastify({
    serverFactory: connections.createServer,
    loggerInstance: options.log,
    // Requests are not logged. The error handler logs failures.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    bodyLimit: bodyLimitBytes,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    routerOptions: { maxParamLength: maxPathPartLength },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: refuseConnection,
    // During shutdown, a request on an open connection is still answered; the connection closes after the answer.
    return503OnClosing: false,
  });
  if (options.tracing) traceRequests(app, options.tracing);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    reply.header('x-content-type-options', 'nosniff');
    done();
  });
  refuseUnclearRequests(app);
  app.decorateRequest('caller');
  app.decorateRequest('session', null);
  const webConsole = createConsole(consoleFolder);
  registerErrors(app, webConsole.answer);
  registerJsonBody(app);
  const encoders = createEncoders();
  registerCompression(app, encoders, connections.held);
  if (options.metrics) {
    observeRequests(app, tenants, options.metrics);
    registerMetrics(app, options.metrics);
  }
  registerHealth(app, database, tenants);
  registerFrontPage(app, webConsole);
  webConsole.register(app);
  await registerReference(app, access);
  await app.register(accessPlugin, access);
  const authenticate = createTenantAuthenticator({ ...options, access });
  const sessions = createTenantSessions({ ...options, access });
  const guard = createGuard({ ...access, rateLimiter: options.rateLimiter, authenticate, sessions });
  const pageTokens = createPageTokens(options.pageTokenKey);
  const entityTags = createEntityTags(options.entityTagKey);
  registerCollections(app, { ...options, guard, pageTokens, entityTags, held: connections.held });
  registerSavedQueries(app, { database, guard, pageTokens, models: modelNames() });
  registerSchemaModels(app, guard);
  registerPackedQueries(app, guard);
  registerQueryExecution(app, { ...options, guard, pageTokens, held: connections.held });
  const links = createExportLinks(options.exportKey, access);
  registerExports(app, { ...options, guard, links, pageTokens });
  registerExportFile(app, { ...options, guard, links, encoders });
  await registerChanging(app, { ...options, guard, pageTokens, baseUrl: access.baseUrl });
  registerBlastRadius(app, { ...options, guard });
  registerHistory(app, { ...options, guard, pageTokens });
  registerReach(app, { ...options, guard, pageTokens });
  registerSearch(app, { ...options, guard });
  registerScim(app, { ...options, guard, pageTokens });
  registerSourceRoutes(app, { ...options, guard });
  registerPushes(app, { ...options, guard });
  registerSourceSetup(app, { ...options, guard });
  registerRuns(app, options, guard, pageTokens);
  registerEvents(app, { database, tenants, guard, authenticate });
  registerRisks(app, { database, tenants, guard });
  registerRiskCounts(app, { ...options, guard });
  registerAdministration(app, options, guard, pageTokens);
  const { openid } = options.signIn;
  registerSessions(app, { database, sessions, guard, providerName: openid?.name });
  await registerSignIn(app, { ...options, ...access, sessions, openid, key: options.sessionKey });
  await registerQueuePage(app, { queues: options.queues, authenticate, guard, baseUrl: access.baseUrl });
  return app;
}

/** Changes, their jobs, and the reviews that decide about them. */
async function registerChanging(
  app: FastifyInstance,
  options: ActionJobOptions & ChangeOptions & ReviewOptions,
): Promise<void> {
  registerChanges(app, options);
  registerActionJobs(app, options);
  await registerReviews(app, options);
}

/** The settings of access, with what the routes share. */
function accessOf({ access, database, receivers }: AppOptions) {
  const { failures = createFailureLimit(), now } = access;
  const eventKeys = createSigningKeyLookup(database, now, eventAlgorithm);
  return {
    ...{ ...access, failures, signingKeys: createSigningKeyLookup(database, now) },
    ...(receivers.size > 0 && { eventKeys: eventKeys.get }),
  };
}

function registerRuns(app: FastifyInstance, options: AppOptions, guard: Guard, pageTokens: PageTokens): void {
  registerSyncRuns(app, { ...options, guard, pageTokens });
  registerSignals(app, { ...options, guard, pageTokens });
  registerSignalReceiver(app, options);
  const { baseUrl, issuer } = resolveAddresses(options.access);
  registerSignalTransmitter(app, { ...options, baseUrl, issuer });
  registerSignalStreams(app, { ...options, guard, baseUrl });
}

function registerAdministration(app: FastifyInstance, options: AppOptions, guard: Guard, pageTokens: PageTokens): void {
  const { database, tenants, queue } = options;
  registerClients(app, { database, tenants, guard });
  registerSigningKeys(app, { database, guard });
  registerQueues(app, { queue, guard });
  registerAuditEvents(app, { database, guard, pageTokens });
  registerMcp(app, { ...options, guard });
  registerDecisions(app, { ...options, guard, pageTokens });
  registerIceberg(app, { ...options, guard });
}

/** Accepts only callers of a tenant that this deployment serves. */
function createTenantAuthenticator({ access, trustedIssuers, tenants }: AppOptions): Authenticate {
  const authenticate = createAuthenticator({ ...access, trustedIssuers });
  return async authorization => {
    const caller = await authenticate(authorization);
    servedTenant(tenants, caller.tenant);
    return caller;
  };
}

/** The same for the sessions of browsers. */
function createTenantSessions({ access, tenants, sessionKey, signIn }: AppOptions): BrowserSessions {
  const times = { idleMs: signIn.idle, lifetimeMs: signIn.lifetime };
  const sessions = createBrowserSessions({ ...access, key: sessionKey, times });
  return {
    ...sessions,
    async authenticate(request) {
      const found = await sessions.authenticate(request);
      servedTenant(tenants, found.caller.tenant);
      return found;
    },
  };
}
