// The simulated tenant answers as real ones did: recorded exchanges, one after the other, each compared.
import { expect, it } from 'vitest';
import { entra } from '../../../connectors/entra/index.ts';
import { entraRecordings } from '../../support/simulators/entra/cassettes.ts';
import { type EntraSimulator, startEntra } from '../../support/simulators/entra/entra.ts';
import { learnAnswer, plainPath } from '../../support/simulators/entra/learning.ts';
import { emptyState } from '../../support/simulators/entra/state.ts';
import { gapsOf, readSource, recordsOf, rejectionsOf } from '../../support/simulators/reading.ts';
import {
  type Comparison,
  describeRecorded,
  differencesOf,
  type Exchange,
  expectCoverage,
  recordingsMissing,
} from '../../support/simulators/recordings.ts';
import { entraSource } from './settings.ts';

const missing = recordingsMissing('entra') ?? recordingsMissing('azure');

/** What the connector asks for. Recordings also have other lists of the same services. */
const operations: readonly (readonly [name: string, pattern: RegExp])[] = [
  ...[
    ...['organization', 'users', 'groups', 'domains', 'applications', 'servicePrincipals'],
    ...['roleManagement/directory/roleDefinitions', 'roleManagement/directory/roleAssignments'],
    ...['identity/conditionalAccess/policies', 'identity/conditionalAccess/namedLocations'],
    ...['policies/identitySecurityDefaultsEnforcementPolicy'],
    ...['reports/authenticationMethods/userRegistrationDetails'],
    ...['identityGovernance/entitlementManagement/accessPackages'],
    ...['identityGovernance/entitlementManagement/assignments'],
  ].map(path => [`/v1.0/${path}`, new RegExp(`^/v1\\.0/${path}$`)] as const),
  ['/v1.0/servicePrincipals/:id/appRoleAssignedTo', /^\/v1\.0\/servicePrincipals\/[^/]+\/appRoleAssignedTo$/],
  ['/subscriptions', /^\/subscriptions$/],
  ['/subscriptions/:id/resourcegroups', /^\/subscriptions\/[^/]+\/resourcegroups$/i],
  [
    '/providers/Microsoft.Management/managementGroups/:id',
    /^\/providers\/Microsoft\.Management\/managementGroups\/[^/]+$/,
  ],
  [
    '/subscriptions/:id/…/roleAssignments',
    /^\/subscriptions\/[^/]+\/providers\/Microsoft\.Authorization\/roleAssignments$/,
  ],
  [
    '/subscriptions/:id/…/roleDefinitions',
    /^\/subscriptions\/[^/]+\/providers\/Microsoft\.Authorization\/roleDefinitions$/,
  ],
];

function operationOf(exchange: Exchange): string | undefined {
  const used = operations.find(([, pattern]) => exchange.method === 'GET' && pattern.test(plainPath(exchange)));
  return used && `GET ${used[0]}`;
}

/** Times, ids of requests, and descriptions of what is in a list. */
const volatile = new Set(['innerError', '@odata.context', '@odata.nextLink']);

/** Places in lists mean nothing elsewhere, so the link of the simulator itself leads on. */
interface Links {
  next: Map<string, string>;
}

async function differenceOf(server: EntraSimulator, exchange: Exchange, { next }: Links): Promise<string | undefined> {
  const path = plainPath(exchange);
  const isGraph = path.startsWith('/v1.0/');
  const query = exchange.path.split('?')[1] ?? '';
  const where = `${exchange.place.slice(0, 60)}: GET ${path}`;
  const isContinued = query.includes('skiptoken');
  const url = isContinued ? next.get(path) : `${isGraph ? server.url : server.azure.url}${path}?${query}`;
  if (url === undefined) return `${where}: there is no such page here`;
  // What was recorded with a token that is none is asked for with one.
  const token = exchange.status === 401 ? 'none' : isGraph ? 'graph-token' : 'azure-token';
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (answer.status !== exchange.status) return `${where}: ${exchange.status} recorded, ${answer.status} here`;
  const body = (await answer.json()) as Record<string, unknown>;
  const recorded = exchange.body as Record<string, unknown>;
  const link = body['@odata.nextLink'] as string | undefined;
  if (link !== undefined) next.set(path, link);
  for (const name of ['@odata.nextLink', 'nextLink'])
    if (name in body !== name in recorded) return `${where}: the next page differs`;
  if (exchange.status >= 400) {
    const codeOf = ({ error }: Record<string, unknown>) => (error as { code: string }).code;
    return codeOf(body) === codeOf(recorded)
      ? undefined
      : `${where}: ${codeOf(recorded)} recorded, ${codeOf(body)} here`;
  }
  const [difference] = differencesOf(recorded, body, volatile);
  return difference && `${where}: ${difference}`;
}

describeRecorded(missing, () => {
  it('are reproduced', async () => {
    await using server = await startEntra();
    const results: Comparison[] = [];
    for (const recording of entraRecordings()) {
      Object.assign(server.state, emptyState());
      for (const exchange of recording) learnAnswer(server.state, exchange);
      const links: Links = { next: new Map() };
      for (const exchange of recording) {
        const operation = operationOf(exchange);
        if (operation !== undefined)
          results.push({ operation, difference: await differenceOf(server, exchange, links) });
      }
    }
    expectCoverage(results);
  });

  it('are read by the connector without rejections', async () => {
    await using server = await startEntra();
    for (const exchange of entraRecordings().flat()) learnAnswer(server.state, exchange);
    server.state.notGranted.clear();
    server.state.isPremium = true;
    const reading = await readSource(entra, entraSource(server));
    expect(rejectionsOf(reading)).toEqual([]);
    expect(gapsOf(reading)).toEqual([]);
    console.info([...reading].map(([type, { records }]) => `${String(records.size).padStart(6)}  ${type}`).join('\n'));
    expect(recordsOf(reading, 'Account').length).toBeGreaterThan(300);
    expect(recordsOf(reading, 'EntityAssignedAccessToObject').length).toBeGreaterThan(200);
    const hints = [...server.state.applications.values()].flatMap(({ passwordCredentials }) =>
      (passwordCredentials as { hint?: string }[]).flatMap(({ hint }) => (hint ? [`"${hint}"`] : [])),
    );
    const text = JSON.stringify([...reading.values()].map(({ records }) => [...records.values()]));
    expect(hints.filter(hint => text.includes(hint))).toEqual([]);
  });
});
