// The reference of the interface: OpenAPI at /openapi.json, and a page at /docs that works without the internet.
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { interfaceDocument } from '../contract/interface-document.ts';

export interface ReferenceOptions {
  readonly baseUrl: string;
  readonly authUrl: string;
  /** The value of `{environment}` in the templates. */
  readonly environment?: string | undefined;
  readonly templates?: { readonly baseUrl: string; readonly authUrl: string };
}

export async function registerReference(app: FastifyInstance, options: ReferenceOptions): Promise<void> {
  const { baseUrl, authUrl, environment } = options;
  const described = (addresses: { baseUrl: string; authUrl: string }) =>
    interfaceDocument({ ...addresses, ...(environment !== undefined && { environment }) });
  const bytes = Buffer.from(JSON.stringify(described(options.templates ?? options)));
  // The page requests scopes by the names in its document, so the document must use the names in tokens.
  const document = described({ baseUrl, authUrl });
  app.get('/openapi.json', { config: { isStatic: true } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(bytes),
  );
  await app.register(async page => {
    page.addHook('onRoute', route => {
      route.config = { ...route.config, isStatic: true };
    });
    await page.register(swagger, { mode: 'static', specification: { document: document as never } });
    await page.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { deepLinking: true, docExpansion: 'none', layout: 'BaseLayout', validatorUrl: null },
      staticCSP: contentSecurityPolicy(options),
      theme: { title: 'Rolecall' },
    });
  });
}

/** The page loads from this service only. It may call the API and the token endpoint at their configured addresses. */
function contentSecurityPolicy({ baseUrl, authUrl }: ReferenceOptions): Record<string, string[]> {
  const called = [baseUrl, authUrl].flatMap(address => URL.parse(address)?.origin ?? []);
  return {
    'default-src': ["'none'"],
    'connect-src': ["'self'", ...new Set(called)],
    'font-src': ["'self'", 'data:'],
    'img-src': ["'self'", 'data:'],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
}
