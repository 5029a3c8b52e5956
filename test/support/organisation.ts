// The example organisation as a deployment for a test: real sources, read by the shipped connector.
import fs from 'node:fs';
import path from 'node:path';
import { connectors } from '../../connectors/index.ts';
import { startService, type TestService } from './service/service.ts';

const folder = path.join(import.meta.dirname, '../../examples/organisation/sources');

/** A service that has published the organisation. */
export async function startOrganisation(): Promise<TestService> {
  const sources = fs
    .readdirSync(folder)
    .map(name => ({ id: name, connector: 'custom-application', settings: { folder: path.join(folder, name) } }));
  const test = await startService({ connectors, settings: { sources } });
  const { build } = await test.sync();
  if (build?.status !== 'Published') throw new Error(`the organisation was not published: ${build?.error}`);
  return test;
}
