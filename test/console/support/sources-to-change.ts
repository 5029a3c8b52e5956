// The sources of the tests that change something by clicks.
import fs from 'node:fs';
import path from 'node:path';
import { connectors } from '../../../connectors/index.ts';
import { policy, writer } from '../../connectors/ldap/changeable-organisation.ts';
import { groups } from '../../connectors/ldap/organisation.ts';
import { account } from '../../flows/resources.ts';
import type { Slapd } from '../../support/directories/slapd.ts';
import { pagesOf, type Script, sampleRecord, scriptedConnector } from '../../support/scripted-source.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const examples = path.join(import.meta.dirname, '../../../examples');
export const seed = path.join(examples, 'help-desk/seed.yaml');
const hostile = `<script>alert(1)</script>\u202Etxt.exe 😀${'x'.repeat(2000)}`;

export const some = (count: number) => Array.from({ length: count }, (_, index) => sampleRecord(account, index));
export const reads = (records: ReturnType<typeof some>): Script => ({ Account: pagesOf(records) });
export const scripts = new Map<string, Script>();
const entry = (id: string, connector: string, settings: object, more: object = {}) => ({
  id,
  connector,
  settings,
  ...more,
});

/** The people register, a help desk and a directory that can be changed, and a source that can be made to look broken. */
export async function startSources(folder: string, slapd: Slapd | undefined): Promise<TestService> {
  const rejected = { ...sampleRecord(account, 50), enabled: 'perhaps' };
  const named = { ...sampleRecord(account, 60), name: hostile, alias: hostile };
  scripts.set('app', reads([...some(30), named, rejected as never]));
  const helpDesk = { file: path.join(folder, 'help-desk.db'), seed };
  const sources = [
    entry('hr', 'custom-application', { folder: path.join(examples, 'organisation/sources/hr') }),
    entry('help-desk', 'simulated', helpDesk, { writes: true }),
    entry('app', 'scripted', { script: 'app' }),
  ];
  if (slapd) {
    const settings = { url: slapd.url, ...writer, lockout_policy: policy, groups_container: groups };
    sources.push(entry('directory', 'ldap', settings, { writes: true }));
  }
  // A job with more than one target waits for a second person.
  const settings = { data_dir: 'data', changes: { approval_above: 1 }, sources };
  const lines = [
    'data_dir: data',
    'changes: { approval_above: 1 }',
    'sources:',
    ...sources.map(source => `  - ${JSON.stringify(source)}`),
  ];
  fs.writeFileSync(path.join(folder, 'rolecall.yaml'), `${lines.join('\n')}\n`);
  const work = ['act', 'extract', 'build', 'export', 'sweep'] as const;
  const test = await startService({ folder, work, connectors: [...connectors, scriptedConnector(scripts)], settings });
  const { build } = await test.sync();
  if (build?.status !== 'Published') throw new Error(`nothing was published: ${build?.error}`);
  return test;
}
