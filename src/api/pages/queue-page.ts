// A read-only page of the queues: bull-board (https://github.com/felixmosh/bull-board) behind the scope `admin`. Jobs hold ids
// only, so the page shows no data of a source.
import cookie from '@fastify/cookie';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { Queue as BullQueue } from 'bullmq';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { Authenticate } from '../access/authenticate.ts';
import { requireScope } from '../access/caller.ts';
import type { Guard } from '../access/guard.ts';
import { sendError } from '../http/errors.ts';
import { createPageSession } from './page-session.ts';
import { signInPage } from './queue-sign-in.ts';

export interface QueuePageOptions {
  /** The queues of BullMQ; undefined for the in-process queue. */
  readonly queues: readonly BullQueue[] | undefined;
  readonly authenticate: Authenticate;
  readonly guard: Guard;
  readonly baseUrl: string;
}

/** The path of the page. */
export const queuePagePath = '/admin/queues';
const signIn = `${queuePagePath}/sign-in`;
const signOut = `${queuePagePath}/sign-out`;
const longestForm = 32 * 1024;

export async function registerQueuePage(app: FastifyInstance, options: QueuePageOptions): Promise<void> {
  const { queues, authenticate, guard, baseUrl } = options;
  if (!queues) {
    app.get(queuePagePath, async () => {
      throw new ServiceError(
        'NOT_FOUND',
        'the queues are in this process, so they have no page; queues on a server have one (queue_url)',
      );
    });
    return;
  }
  const session = createPageSession('rolecall_admin', queuePagePath, baseUrl.startsWith('https:'));
  const guarded = guard('admin');

  await app.register(async page => {
    await page.register(cookie);
    await page.register(helmet, securityHeaders);
    page.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    page.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: longestForm },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );

    page.post(signIn, async (request, reply) => {
      const token = (request.body instanceof URLSearchParams ? request.body.get('token') : null)?.trim() ?? '';
      try {
        refuseOtherSites(request);
        requireScope(await authenticate(`Bearer ${token}`), 'admin');
        if (!session.begin(reply, token)) throw new ServiceError('BAD_REQUEST', 'the token is too long for a cookie');
        return reply.redirect(`${queuePagePath}/`, 303);
      } catch (error) {
        return askToSignIn(error as ServiceError, request, reply);
      }
    });
    // Signing out may be a plain link: it affects only the session of this browser.
    page.get(signOut, async (_request, reply) => {
      session.end(reply);
      return reply.redirect(`${queuePagePath}/`, 303);
    });

    await page.register(async board => {
      board.addHook('onRequest', async (request, reply) => {
        try {
          request.headers.authorization = session.authorization(request);
          await guarded(request, reply);
          if (request.method !== 'GET' && request.method !== 'HEAD') {
            throw new ServiceError('FORBIDDEN', 'the page of the queues changes nothing');
          }
        } catch (error) {
          await askToSignIn(error as ServiceError, request, reply);
        }
      });
      await board.register(await boardOf(queues), { prefix: queuePagePath });
    });
  });
}

/** Loads bull-board, only when there are queues to show. */
async function boardOf(queues: readonly BullQueue[]) {
  const [{ createBullBoard }, { BullMQAdapter }, { FastifyAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/fastify'),
  ]);
  const adapter = new FastifyAdapter();
  adapter.setBasePath(queuePagePath);
  createBullBoard({
    queues: queues.map(queue => new BullMQAdapter(queue, { readOnlyMode: true, allowRetries: false })),
    serverAdapter: adapter,
    options: {
      uiConfig: { boardTitle: 'Rolecall', hideRedisDetails: true, miscLinks: [{ text: 'Sign out', url: signOut }] },
    },
  });
  // Do not show the error. Nearly always the queue’s server is unavailable.
  adapter.setErrorHandler(() => ({
    // The library's type allows only a few statuses.
    status: 503 as 500,
    body: new ServiceError('SERVICE_UNAVAILABLE', 'the queue does not answer').toEnvelope() as never,
  }));
  return adapter.registerPlugin();
}

/** A browser gets the sign-in form, other clients get the error envelope. */
function askToSignIn(error: ServiceError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isRefusal = error instanceof ServiceError && error.status < 500;
  if (!isRefusal || !request.headers.accept?.includes('text/html')) {
    sendError(error, request, reply);
    return reply;
  }
  const isFirst =
    error.code === 'UNAUTHORIZED' && request.headers.authorization === undefined && request.method === 'GET';
  return reply
    .code(error.status)
    .type('text/html; charset=utf-8')
    .send(signInPage(signIn, isFirst ? undefined : error.message));
}

/** Browsers send the site that a request comes from (https://www.w3.org/TR/fetch-metadata/); other clients do not. */
function refuseOtherSites({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') {
    throw new ServiceError('FORBIDDEN', 'the request comes from a page of another site');
  }
}

/** The page loads from this service only. Inline styles are allowed because the script of bull-board sets them. */
const securityHeaders: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  // The proxy that terminates TLS decides about this header.
  strictTransportSecurity: false,
};
