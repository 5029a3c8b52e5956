// A SCIM 2.0 server as a process of its own: scimmy’s protocol over express, with its objects in memory. The first argument is the
// token. It prints its port, and then each request. A line `hold TEXT` on standard input lets requests for addresses with that
// text wait for ever.
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import express from 'express';
import SCIMMY from 'scimmy';
import SCIMMYRouters from 'scimmy-routers';

const [, , token] = process.argv;

// biome-ignore lint/suspicious/noExplicitAny: scimmy’s handlers get and give resources of any shape
type Stored = any;

/** Handlers that keep the objects of one type in memory. */
function store() {
  const objects = new Map<string, Stored>();
  const modified = () => new Date().toISOString();
  return {
    ingress(resource: { id?: string }, data: Stored) {
      const { id = randomUUID() } = resource;
      const former = objects.get(id);
      const meta = { created: former?.meta.created ?? modified(), lastModified: modified() };
      const stored = { ...JSON.parse(JSON.stringify(data)), id, meta };
      objects.set(id, stored);
      return structuredClone(stored);
    },
    egress(resource: { id?: string; filter?: { match(values: Stored[]): Stored[] } }) {
      if (resource.id === undefined) {
        const all = structuredClone([...objects.values()]);
        return resource.filter ? resource.filter.match(all) : all;
      }
      const found = objects.get(resource.id);
      if (!found) throw new SCIMMY.Types.Error(404, null as never, `Resource ${resource.id} not found`);
      return structuredClone(found);
    },
    degress(resource: { id?: string }) {
      if (!objects.delete(resource.id!))
        throw new SCIMMY.Types.Error(404, null as never, `Resource ${resource.id} not found`);
    },
  };
}

for (const type of [SCIMMY.Resources.User, SCIMMY.Resources.Group]) {
  const { ingress, egress, degress } = store();
  SCIMMY.Resources.declare(type as never, { ingress, egress, degress } as never);
}
SCIMMY.Resources.User.extend(SCIMMY.Schemas.EnterpriseUser as never, false);

const app = express();
// scimmy pages only when startIndex and count are numbers.
app.set('query parser', (text: string) =>
  Object.fromEntries(
    [...new URLSearchParams(text)].map(([name, value]) => [
      name,
      ['startIndex', 'count'].includes(name) ? Number(value) : value,
    ]),
  ),
);
let held: string | undefined;
app.use((request, _response, next) => {
  process.stdout.write(`${request.method} ${request.url}\n`);
  if (held === undefined || !request.url.includes(held)) next();
});
app.use(
  '/scim/v2',
  new SCIMMYRouters({
    type: 'bearer',
    handler(request) {
      if (request.header('authorization') !== `Bearer ${token}`) throw new Error('unknown token');
      return 'reader';
    },
  }),
);
createInterface(process.stdin).on('line', line => {
  held = line.slice('hold '.length);
  process.stdout.write(`held ${held}\n`);
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`);
});
