// The example organisation as a deployment for a test: real sources, read by the shipped connectors.
import fs from 'node:fs';
import path from 'node:path';
import { connectors } from '../../connectors/index.ts';
import { startService, type TestService } from './service/service.ts';

const examples = path.join(import.meta.dirname, '../../examples');
const folder = path.join(examples, 'organisation/sources');

/**
 * A service that has published the organisation.
 * @param helpDesk a file for the help desk; without one, the help desk is left out
 */
export async function startOrganisation(helpDesk?: string): Promise<TestService> {
  const sources = fs
    .readdirSync(folder)
    .map(name => ({ id: name, connector: 'custom-application', settings: { folder: path.join(folder, name) } }));
  const seed = path.join(examples, 'help-desk/seed.yaml');
  const simulated = helpDesk && { id: 'help-desk', connector: 'simulated', settings: { file: helpDesk, seed } };
  const settings = { sources: [...sources, ...(simulated ? [simulated] : [])] };
  return await startService({ connectors, settings, synced: true });
}
