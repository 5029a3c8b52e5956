// A process that serves a deployment and nothing else, so that its memory is what requests take. It prints one JSON object a
// line: where it listens and a token, then how many connections it has whenever that changes.
import { writeSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { loadConfig } from '../../src/config.ts';
import { openService } from '../../src/service.ts';
import { addClient } from '../../src/state/clients.ts';
import { scriptedConnector } from './scripted-source.ts';

const tell = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`);

const service = await openService(loadConfig(process.argv[2]!), { connectors: [scriptedConnector(new Map())] });
const app = await service.createApp();
await app.listen({ host: '127.0.0.1', port: 0 });
const { client, clientSecret } = await addClient(service.database, {
  tenant: service.tenant().name,
  name: 'attacker',
  scopes: ['read', 'write'],
  createdBy: 'test',
});
const answer = await app.inject({
  method: 'POST',
  url: '/oauth2/token',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: `grant_type=client_credentials&client_id=${client.clientId}&client_secret=${clientSecret}`,
});
tell({ port: (app.server.address() as AddressInfo).port, token: answer.json().access_token });

let last = 0;
setInterval(() => {
  app.server.getConnections((_error, connections) => {
    if (connections !== last) tell({ connections });
    last = connections;
  });
}, 100);
