// The SCIM server of @boxyhq/saml-jackson as a process of its own, with its objects in memory. The first argument is the folder
// in which the package is installed. It prints its address and its token as JSON.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const [, , folder] = process.argv;
const { controllers } = createRequire(path.join(folder!, 'package.json'))('@boxyhq/saml-jackson');
const { directorySyncController } = await controllers({
  externalUrl: 'http://127.0.0.1',
  samlPath: '/saml',
  oidcPath: '/oidc',
  scimPath: '/scim',
  db: { engine: 'mem' },
  noAnalytics: true,
});
const { data: directory } = await directorySyncController.directories.create({
  name: 'test',
  tenant: 'test',
  product: 'test',
  type: 'generic-scim-v2',
});

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://server');
  const [, , resourceType, resourceId] = pathname.split('/');
  const body = await text(request);
  const number = (name: string) => (searchParams.has(name) ? Number(searchParams.get(name)) : undefined);
  const known = ['users', 'groups'].includes(resourceType?.toLowerCase() ?? '');
  const scimRequest = {
    method: request.method,
    body: body === '' ? undefined : JSON.parse(body),
    directoryId: directory.id,
    apiSecret: request.headers.authorization?.slice('Bearer '.length),
    resourceType: resourceType?.toLowerCase(),
    resourceId,
    query: {
      startIndex: number('startIndex'),
      count: number('count'),
      filter: searchParams.get('filter') ?? undefined,
    },
  };
  // It throws for filters that it does not know. Applications around it answer 500 then.
  const { status, data } = known
    ? await directorySyncController.requests.handle(scimRequest).catch(() => ({ status: 500, data: null }))
    : { status: 404, data: null };
  response.writeHead(status, { 'content-type': 'application/scim+json' }).end(JSON.stringify(data));
});
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/scim`;
  process.stdout.write(`${JSON.stringify({ url, token: directory.scim.secret })}\n`);
});
