// A process that opens a deployment and requests an export. Tests kill it while the export is written. It prints the export's id.
import { writeSync } from 'node:fs';
import { loadConfig } from '../../../src/config/config-file.ts';
import { openService } from '../../../src/deployment/service.ts';
import { addClient } from '../../../src/state/clients/clients.ts';
import { scriptedConnector } from '../scripted-source.ts';

const service = await openService(loadConfig(process.argv[2]!), { connectors: [scriptedConnector(new Map())] });
const app = await service.createApp();
const { client, clientSecret } = await addClient(service.database, {
  tenant: service.tenant().name,
  name: 'reader',
  scopes: ['read'],
  createdBy: 'test',
});
const token = await app.inject({
  method: 'POST',
  url: '/oauth2/token',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: `grant_type=client_credentials&client_id=${client.client_id}&client_secret=${clientSecret}`,
});
await service.work(['extract', 'build', 'export', 'sweep']);
const answer = await app.inject({
  method: 'POST',
  url: '/v1/downloads',
  headers: { authorization: `Bearer ${token.json().access_token}` },
  payload: { context: 'accessInventoryAccounts' },
});
// Synchronous, so that the line is not lost when the process is killed.
writeSync(1, `${answer.json().id}\n`);
