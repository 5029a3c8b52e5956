// Child process: builds a version of an organisation and times requests that look something up in it.
//
//   lookup-load.ts '{"folder":…,"landed":…,"accounts":…,"samples":…}'  →  {"paths":[3.1,…],"holders":[…],"search":[…],"decisions":[…],…}
import path from 'node:path';
import Fastify from 'fastify';
import type { Guard } from '../../../src/api/access/guard.ts';
import { registerDecisions } from '../../../src/api/decisions/decisions.ts';
import { createPageTokens } from '../../../src/api/http/page-token.ts';
import { registerReach } from '../../../src/api/reach/reach.ts';
import { registerSearch } from '../../../src/api/search/search.ts';
import type { ServedTenant } from '../../../src/api/served-tenants.ts';
import { createLookups, type LookupLimits } from '../../../src/lookups/lookups.ts';
import { globalIdOf } from '../../../src/warehouse/global-id.ts';
import { openVersion } from '../../../src/warehouse/version/version.ts';
import { buildEnriched } from '../data/enriched-version.ts';
import { enrichmentInstances, type LandedType } from '../data/enrichment-data.ts';
import type { LookupTimes } from '../measures/enrichment.ts';

interface Request {
  readonly folder: string;
  readonly landed: readonly LandedType[];
  readonly accounts: number;
  readonly samples: number;
}

/** As the service sets them (src/deployment/settings/process-settings.ts). */
const limits: Omit<LookupLimits, 'folder'> = {
  processes: 4,
  timeMs: 10_000,
  memoryBytes: 256 * 1024 ** 2,
  onWarning: text => process.stderr.write(`${text}\n`),
};

/** Texts that people type: a name, a username, the beginning of an address, a common word, a typing error. */
const searches: readonly ((number: number) => string)[] = [
  number => `user ${number}`,
  number => `u${number}`,
  number => `u${number}@0.exa`,
  () => 'document',
  number => `documnet ${number}`,
];

/** Evaluations of one request. */
const severalDecisions = 50;

/** Numbers below `most` that are spread over all of them. */
const spread = (sample: number, most: number) => (sample * 7_919) % Math.floor(most);

const idOf = (sample: number, type: string, id: string) =>
  globalIdOf('main', enrichmentInstances[sample % 2]!, type, id);

const { folder, landed, accounts, samples } = JSON.parse(process.argv[2]!) as Request;
await buildEnriched(folder, landed, () => {});
process.stdout.write(`${JSON.stringify(await timed())}\n`);

async function timed(): Promise<LookupTimes> {
  const version = await openVersion(path.join(folder, 'version'));
  const lookups = createLookups({ ...limits, folder: path.join(folder, 'lookups') });
  const catalogue = { current: () => version, damage: () => undefined, find: async () => version };
  const tenants = new Map([['main', { catalogue } as unknown as ServedTenant]]);
  const app = Fastify();
  app.decorateRequest('caller', null);
  const guard: Guard = () => async request => {
    request.caller = {
      ...{ tenant: 'main', clientId: 'bench', principal: { type: 'client', id: 'bench' } },
      ...{ scopes: new Set(['read'] as const), visible: undefined },
    };
  };
  const options = { tenants, guard, lookups, pageTokens: createPageTokens(Buffer.alloc(32)) };
  registerReach(app, options);
  registerSearch(app, options);
  const address = 'http://127.0.0.1';
  registerDecisions(app, { ...options, access: { baseUrl: address, authUrl: address } });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  try {
    return await times(url);
  } finally {
    await app.close();
    await lookups.close();
    version.close();
  }
}

async function times(url: string): Promise<LookupTimes> {
  const found: Record<keyof LookupTimes, number[]> = {
    paths: [],
    holders: [],
    search: [],
    decisions: [],
    decisionsAgain: [],
    evaluations: [],
    resources: [],
  };
  const decisions: Decision[] = [];
  // The first request of each kind opens the version.
  for (let sample = 0; sample <= samples; sample += 1) {
    const keep = (of: keyof LookupTimes, took: number) => sample > 0 && found[of].push(took);
    // What is looked up of an account is kept, so the paths are those of another one.
    const other = await reachedBy(url, sample + samples + 1);
    keep('paths', (await get(`${url}/v1/accounts/${other.account}/access/${other.reached.objectId}/paths`)).took);
    const { account, reached } = await reachedBy(url, sample);
    const decision = {
      subject: { type: 'account', id: account },
      action: { name: 'read' },
      resource: { type: typeOf(reached.objectType), id: reached.objectId },
    };
    keep('decisions', (await get(`${url}/access/v1/evaluation`, decision)).took);
    keep('decisionsAgain', (await get(`${url}/access/v1/evaluation`, decision)).took);
    decisions.push(decision);
    const resource = idOf(sample, 'ResourceInstance', `d${spread(sample + 7, accounts / 4)}`);
    keep('holders', (await get(`${url}/v1/resource-instances/${resource}/accounts`)).took);
    const [search] = [searches[sample % searches.length]!(spread(sample, accounts / 2))];
    keep('search', (await get(`${url}/v1/search?q=${encodeURIComponent(search)}`)).took);
  }
  for (const [sample, { subject, action }] of decisions.entries()) {
    // Each account with the resource of another one.
    const evaluations = Array.from({ length: severalDecisions }, (_, index) => ({
      subject: decisions[(sample + index) % decisions.length]!.subject,
      resource: decisions[(2 * sample + 3 * index + 1) % decisions.length]!.resource,
    }));
    found.evaluations.push((await get(`${url}/access/v1/evaluations`, { action, evaluations })).took);
    const searched = { subject, action, resource: { type: 'resource-instance' } };
    found.resources.push((await get(`${url}/access/v1/search/resource`, searched)).took);
  }
  return found;
}

/** An account, and an object that it reaches. */
async function reachedBy(url: string, sample: number) {
  const account = idOf(sample, 'Account', `u${spread(sample, accounts / 2)}`);
  const { body } = await get(`${url}/v1/accounts/${account}/access?pageSize=200`);
  return { account, reached: body.items[sample % body.items.length]! };
}

interface Decision {
  readonly subject: object;
  readonly action: object;
  readonly resource: object;
}

interface Answered {
  readonly took: number;
  readonly body: { readonly items: readonly { readonly objectId: string; readonly objectType: string }[] };
}

/** `ResourceInstance` → `resource-instance`. */
function typeOf(objectType: string): string {
  return objectType.replaceAll(/(?!^)[A-Z]/g, '-$&').toLowerCase();
}

/** @param sent the body of a POST; undefined: the request is a GET */
async function get(url: string, sent?: object): Promise<Answered> {
  const headers = { 'content-type': 'application/json' };
  const started = performance.now();
  const response = await fetch(url, sent && { method: 'POST', headers, body: JSON.stringify(sent) });
  const body = (await response.json()) as Answered['body'];
  const took = performance.now() - started;
  if (!response.ok) throw new Error(`${url}: ${response.status} ${JSON.stringify(body)}`);
  return { took, body };
}
