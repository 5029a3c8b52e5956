// What the service is and where to go from here, at / and /v1: a page for a browser, JSON for others.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import manifest from '../../../package.json' with { type: 'json' };
import { preferredType } from '../http/accept.ts';

const places = {
  reference: { path: '/docs', text: 'Every operation, and a form to try each of them' },
  openapi: { path: '/openapi.json', text: 'The same for programs (OpenAPI 3.1)' },
  accounts: { path: '/v1/accounts', text: 'A first list; it needs an access token with the read scope' },
  token: {
    path: '/oauth2/token',
    text: 'POST a client’s id and secret here for an access token (RFC 6749, section 4.4)',
  },
  ready: { path: '/readyz', text: 'Whether data are there, and of when' },
} as const;

const style = `
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem; color-scheme: light dark }
  dt { font-weight: 600; margin-top: .75rem } dd { margin: 0 }
`;

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Rolecall</title>
<style>${style}</style>
<h1>Rolecall ${manifest.version}</h1>
<p>${manifest.description}.</p>
<dl>${Object.values(places)
  .map(({ path, text }) => `<dt><a href="${path}">${path}</a><dd>${text}.`)
  .join('')}</dl>
<p>On the machine of the service, <code>rolecall token</code> prints an access token of the development client.</p>
</html>
`;

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const summary = {
  name: 'Rolecall',
  version: manifest.version,
  description: manifest.description,
  ...Object.fromEntries(Object.entries(places).map(([name, { path }]) => [name, path])),
};

export function registerFrontPage(app: FastifyInstance): void {
  for (const url of ['/', '/v1']) {
    app.get(url, (request, reply) => {
      reply.header('vary', 'accept');
      if (preferredType(request.headers.accept, ['application/json', 'text/html']) === 'application/json')
        return reply.send(summary);
      return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page);
    });
  }
}
