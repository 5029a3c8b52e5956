// The reference of the interface: OpenAPI at /openapi.json, and a page at /docs that works without the internet.
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import manifest from '../../../package.json' with { type: 'json' };
import { addressAsReached } from '../access/own-origins.ts';
import { interfaceDocument } from './interface-document.ts';
import { attributesScript, markupPlugin } from './reference-markup.ts';
import { referenceStyle } from './reference-style.ts';

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
  const document = described({ baseUrl, authUrl }) as unknown as ShownDocument;
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
      uiConfig: {
        deepLinking: true,
        docExpansion: 'none',
        layout: 'BaseLayout',
        validatorUrl: null,
        persistAuthorization: false,
        onComplete: openFirstGroup,
        plugins: [markupPlugin as never],
      },
      staticCSP: contentSecurityPolicy(options),
      theme: {
        title: `Rolecall ${manifest.version}`,
        js: [
          { filename: 'rolecall-theme.js', content: followTheme },
          { filename: 'rolecall-attributes.js', content: attributesScript },
        ],
        css: [{ filename: 'rolecall-theme.css', content: referenceStyle }],
      },
      transformSpecificationClone: false,
      transformSpecification: (_document, request) => asReached(document, request.headers.host) as never,
    });
  });
}

/** Swagger UI has a dark form, which this class switches on. The console's switch decides; without it, the system's preference. */
const followTheme = `
const chosen = (() => { try { return JSON.parse(localStorage.getItem('rolecall.theme')); } catch { return null; } })();
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => {
  const isDark = chosen === 'dark' || (chosen !== 'light' && dark.matches);
  document.documentElement.classList.toggle('dark-mode', isDark);
  document.documentElement.classList.toggle('light-mode', !isDark);
};
dark.addEventListener('change', follow);
follow();
`;

interface ShownDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly servers: readonly { readonly url: string }[];
  readonly components: {
    readonly securitySchemes: {
      readonly clientCredentials: { readonly flows: { readonly clientCredentials: { readonly tokenUrl: string } } };
    };
  };
}

/** The document with the product's version, and with the addresses under the name by which the browser reached the page. */
function asReached(document: ShownDocument, host: string | undefined): ShownDocument {
  const { info, servers, components } = document;
  const { clientCredentials, ...others } = components.securitySchemes;
  const flow = clientCredentials.flows.clientCredentials;
  const tokenUrl = addressAsReached(flow.tokenUrl, host);
  return {
    ...document,
    info: { ...info, title: `Rolecall ${manifest.version}`, description: firstSteps },
    servers: servers.map(server => ({ ...server, url: addressAsReached(server.url, host) })),
    components: {
      ...components,
      securitySchemes: {
        clientCredentials: { ...clientCredentials, flows: { clientCredentials: { ...flow, tokenUrl } } },
        ...others,
      },
    },
  };
}

/** Shown below the title, in Markdown. */
const firstSteps =
  'To try an operation, choose **Authorize** first. Give the id and the secret of a client (`rolecall up` keeps one in `dev-client.json` ' +
  'in its data directory, `rolecall clients add` makes others), or an access token, which `rolecall token` prints. ' +
  'The number beside the name is the version of the interface, not of the product.';

/** What the function below finds in the browser: the address, and Swagger UI. */
declare const location: { readonly hash: string };
declare const ui: {
  specSelectors: { taggedOperations(): { keySeq(): { first(): string } } };
  layoutActions: { show(thing: readonly string[], isShown: boolean): void };
};

/** Runs in the browser. An address with a fragment opens what it names. */
function openFirstGroup(): void {
  if (location.hash !== '') return;
  ui.layoutActions.show(['operations-tag', ui.specSelectors.taggedOperations().keySeq().first()], true);
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
