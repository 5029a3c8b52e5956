// What the service is and where to go from here, at / and /v1: a browser gets the console at / and the reference at /v1, others
// get JSON.
import type { FastifyInstance } from 'fastify';
import manifest from '../../../package.json' with { type: 'json' };
import type { Console } from '../console/console.ts';
import { preferredType } from '../http/accept.ts';

const summary = {
  name: 'Rolecall',
  version: manifest.version,
  description: manifest.description,
  reference: '/docs',
  openapi: '/openapi.json',
  accounts: '/v1/accounts',
  token: '/oauth2/token',
  ready: '/readyz',
};

export function registerFrontPage(app: FastifyInstance, console: Console): void {
  app.get('/', (request, reply) => {
    const type = preferredType(request, reply, ['application/json', 'text/html']);
    if (type === 'text/html') return console.sendPage(request, reply);
    return reply.send(summary);
  });
  app.get('/v1', (request, reply) => {
    const type = preferredType(request, reply, ['application/json', 'text/html']);
    return type === 'text/html' ? reply.redirect(summary.reference) : reply.send(summary);
  });
}
