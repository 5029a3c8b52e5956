// Objects of any form in any list: what cannot be understood is rejected or left out, what lands has the form of its resource, and nothing
// is thrown.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entra } from '../../../connectors/entra/index.ts';
import { isLong } from '../../support/long-tests.ts';
import { testSeed } from '../../support/random.ts';
import { type EntraSimulator, startEntra } from '../../support/simulators/entra/entra.ts';
import { fillTenant } from '../../support/simulators/entra/tenant.ts';
import { isLandable } from '../../support/simulators/landable.ts';
import { readSource } from '../../support/simulators/reading.ts';
import type { Answer } from '../../support/simulators/simulator.ts';
import { entraSource } from './settings.ts';

let server: EntraSimulator;
beforeAll(async () => {
  server = await startEntra();
  fillTenant(server.state);
});
afterAll(() => server.close());

/** Every property name that the answers of the simulated tenant have. */
function namesIn(value: unknown, names = new Set<string>()): Set<string> {
  if (value instanceof Map) for (const each of value.values()) namesIn(each, names);
  else if (Array.isArray(value)) for (const each of value) namesIn(each, names);
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) namesIn(each, names.add(name));
  return names;
}

const texts = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '',
    '/',
    '..',
    'a/../b',
    '\0',
    'ada@example.org',
    '2026-02-30T99:00:00Z',
    '2026-01-01T00:00:00Z',
    'AB',
    'null',
  ),
  fc.constantFrom(
    'User',
    'Group',
    'ServicePrincipal',
    'Application',
    'saml',
    'enabled',
    'delivered',
    'Verify',
    'AsymmetricX509Cert',
  ),
  fc.constantFrom('#microsoft.graph.user', '#microsoft.graph.group', '#microsoft.graph.agentIdentity', '__proto__'),
  fc.constantFrom(
    '/subscriptions/x/resourceGroups/y',
    '/administrativeUnits/z',
    "claims['sub'] matches 'repo:a/*'",
    'repo:a/b:x',
  ),
);
const scalars = fc.oneof(texts, fc.boolean(), fc.integer(), fc.double({ noNaN: true }), fc.constant(null));

/** Members with which an object is something that lands; others are added to them, and take the place of some. */
const plausible = fc.record(
  {
    ...{ id: fc.string({ minLength: 1 }), displayName: texts, userPrincipalName: texts, name: texts, appId: texts },
    '@odata.type': fc.constantFrom('#microsoft.graph.user', '#microsoft.graph.group', '#microsoft.graph.agentIdentity'),
    servicePrincipalType: fc.constantFrom('Application', 'ManagedIdentity', 'Legacy', 'ServiceIdentity'),
    principal: fc.record({ id: texts, '@odata.type': fc.constant('#microsoft.graph.user') }),
    ...{ principalId: texts, principalType: fc.constantFrom('User', 'Group'), clientId: texts, resourceId: texts },
    ...{ roleDefinitionId: texts, directoryScopeId: texts, appRoleId: texts, issuer: texts, subject: texts },
    properties: fc.record({
      ...{ principalId: texts, principalType: fc.constantFrom('User', 'Group'), scope: texts, roleDefinitionId: texts },
    }),
    passwordCredentials: fc.array(fc.record({ keyId: texts, endDateTime: texts }), { maxLength: 2 }),
    methodsRegistered: fc.array(texts, { maxLength: 3 }),
    'members@delta': fc.array(fc.record({ id: texts, '@odata.type': fc.constant('#microsoft.graph.user') }), {
      maxLength: 3,
    }),
  },
  { requiredKeys: ['id', 'displayName', 'userPrincipalName', 'name'] },
);

const objects = (names: readonly string[]) => {
  const { value } = fc.letrec<{ value: unknown }>(tie => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalars,
      fc.array(scalars, { maxLength: 3 }),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('id', ...names), tie('value'), { maxKeys: 6 }),
    ),
  }));
  const odd = fc.dictionary(fc.constantFrom('id', 'name', ...names), value, { maxKeys: 6 });
  const item = fc.tuple(plausible, odd).map(([members, others]) => ({ ...members, ...others }));
  return fc.array(fc.oneof({ weight: 9, arbitrary: item }, { weight: 1, arbitrary: scalars }), { maxLength: 6 });
};

it('land as records, or not at all', { timeout: 600_000 }, async () => {
  let landed = 0;
  const names = [...namesIn(Object.values(server.state))];
  await fc.assert(
    // A seed says all: the lists themselves would fill the output.
    fc.asyncProperty(fc.nat(), async seed => {
      const lists = fc.sample(objects(names), { seed, numRuns: 50 });
      let asked = 0;
      const odd = (route: string): Answer | undefined => {
        if (/organization|token|batch/.test(route) || !route.startsWith('GET')) return undefined;
        asked += 1;
        const value = lists[asked % lists.length];
        return { body: { value, id: 'odd', '@odata.deltaLink': `${server.url}/v1.0/users/delta?$deltatoken=odd` } };
      };
      server.fault = (_call, route) => odd(route);
      server.azure.fault = (_call, route) => odd(route);
      const reading = await readSource(entra, entraSource(server));
      for (const [type, { records }] of reading)
        for (const record of records.values()) {
          landed += 1;
          const isOfForm = isLandable(type, record);
          if (!isOfForm) expect([type, record]).toEqual('a record of the form of its resource');
        }
      const again = await readSource(entra, entraSource(server), reading);
      expect([...again.keys()]).toEqual([...reading.keys()]);
    }),
    { seed: testSeed(), numRuns: isLong ? 300 : 25 },
  );
  expect(landed).toBeGreaterThan(1_000);
});
