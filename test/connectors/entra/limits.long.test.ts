// A large tenant that limits requests (the long form).
import { expect, it } from 'vitest';
import { entra } from '../../../connectors/entra/index.ts';
import { startEntra } from '../../support/simulators/entra/entra.ts';
import * as tenant from '../../support/simulators/entra/tenant.ts';
import { contentOf, gapsOf, readSource } from '../../support/simulators/reading.ts';
import { entraSource } from './settings.ts';

it('50,000 users in 2,000 groups are read although requests are refused, and 100 changes with few requests for users', {
  timeout: 600_000,
}, async () => {
  const server = await startEntra();
  try {
    tenant.fillTenant(server.state);
    const userId = (index: number) => tenant.guid('a', 1_000 + (index % 50_000));
    for (let index = 0; index < 50_000; index += 1)
      server.state.users.set(userId(index), tenant.entraUser(userId(index), `user${index}`));
    for (let index = 0; index < 2_000; index += 1) {
      const id = tenant.guid('b', 1_000 + index);
      server.state.groups.set(id, tenant.entraGroup(id, `Group ${index}`));
      server.state.members.set(id, new Set(Array.from({ length: 100 }, (_, place) => userId(25 * index + place))));
    }
    for (let index = 0; index < 1_000; index += 1) {
      const id = tenant.guid('c', 1_000 + index);
      const application = {
        id,
        appId: id,
        displayName: `App ${index}`,
        servicePrincipalType: 'Application',
        appRoles: [],
      };
      server.state.servicePrincipals.set(id, application);
      server.state.appRoleAssignedTo.set(id, [
        { id: `r${index}`, principalId: userId(index), principalType: 'User', appRoleId: tenant.guid('f', 1) },
      ]);
    }
    server.limit = 3;
    const read = (before?: Awaited<ReturnType<typeof readSource>>) =>
      readSource(entra, entraSource(server), before, { waits: true });
    const began = performance.now();
    const reading = await read();
    const seconds = (performance.now() - began) / 1000;
    const calls = server.calls.length;
    for (let index = 0; index < 100; index += 1) server.state.users.get(userId(index * 7))!['accountEnabled'] = false;
    server.calls.length = 0;
    const later = await read(reading);
    const users = server.calls.filter(call => call === 'GET /v1.0/users').length;
    console.info(
      `${calls} requests in ${seconds.toFixed(1)} s; then ${server.calls.length}, of them ${users} for users`,
    );
    expect(gapsOf(reading).filter(({ missing }) => missing === 'objects')).toEqual([]);
    expect(server.refusals).toBeGreaterThan(10);
    expect(users).toBeLessThan(15);
    expect(contentOf(later)).toEqual(contentOf(await read()));
  } finally {
    await server.close();
  }
});
