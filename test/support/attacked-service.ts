// A process that serves a deployment and nothing else, so that its memory is what requests take. It prints one JSON object a
// line: where it listens and a token, then how many connections it has whenever that changes, and each turn of its event loop
// that took long: in milliseconds of processor time, whatever else the machine does.
import { writeSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { loadConfig } from '../../src/config/config-file.ts';
import { openService } from '../../src/deployment/service.ts';
import { addClient } from '../../src/state/clients/clients.ts';
import { scriptedConnector } from './scripted-source.ts';

const emit = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`);

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
  payload: `grant_type=client_credentials&client_id=${client.client_id}&client_secret=${clientSecret}`,
});
emit({ port: (app.server.address() as AddressInfo).port, token: answer.json().access_token });

let last = 0;
setInterval(() => {
  app.server.getConnections((_error, connections) => {
    if (connections !== last) emit({ connections });
    last = connections;
  });
}, 100);

/** The interface wants answers within a fraction of a second, so a turn that is longer than this is worth telling. */
const longTurnMs = 20;
let before = process.threadCpuUsage();
setInterval(() => {
  const now = process.threadCpuUsage();
  const turnMs = (now.user + now.system - before.user - before.system) / 1000;
  if (turnMs > longTurnMs) emit({ turnMs });
  before = now;
}, 2);
