// A large organisation under its real limits, with windows that last ten seconds instead of a minute (the long form).
import { describe, expect, it } from 'vitest';
import { okta } from '../../../connectors/okta/index.ts';
import { oktaToken, startOkta } from '../../support/simulators/okta/okta.ts';
import { fillOrganisation, logEvent, oktaGroup, oktaUser } from '../../support/simulators/okta/organisation.ts';
import { contentOf, readSource } from '../../support/simulators/reading.ts';

/** Requests a minute of a production organisation (developer.okta.com/docs/reference/rl2-limits), by collection. */
const requests = { users: 600, groups: 500, apps: 100, iam: 300, logs: 120, policies: 300, zones: 300, default: 600 };
const windowMs = 10_000;

describe('50,000 users with 500 groups', () => {
  it('are read in the time that the limits allow, and 100 changes with a fiftieth of the requests', {
    timeout: 600_000,
  }, async () => {
    const server = await startOkta({ limits: { requests, windowMs } });
    try {
      fillOrganisation(server.state);
      for (let index = 0; index < 50_000; index += 1)
        server.state.users.set(`00u${index}`, oktaUser(`00u${index}`, 'ACTIVE'));
      for (let index = 0; index < 500; index += 1) {
        server.state.groups.set(`00g${index}`, oktaGroup(`00g${index}`, `Group ${index}`));
        server.state.members.set(
          `00g${index}`,
          new Set(Array.from({ length: 300 }, (_, place) => `00u${(index * 100 + place) % 50_000}`)),
        );
      }
      const settings = { url: server.url, api_token: oktaToken, log_days: 0 };
      const began = performance.now();
      const reading = await readSource(okta, settings, undefined, { waits: true });
      const seconds = (performance.now() - began) / 1000;
      const calls = server.calls.length;
      const counts = Map.groupBy(server.calls, call => call.split('/')[3] ?? 'default');
      const windows = [...counts].map(([name, list]) => list.length / (requests[name as 'users'] ?? requests.default));
      const allowed = (Math.max(...windows.map(Math.ceil)) * windowMs) / 1000;
      for (let index = 0; index < 100; index += 1)
        Object.assign(server.state.users.get(`00u${index * 7}`)!, {
          status: 'SUSPENDED',
          lastUpdated: new Date().toISOString(),
        });
      server.state.log.push(logEvent('e1', 'user.lifecycle.suspend', new Date().toISOString(), [['User', '00u0']]));
      server.calls.length = 0;
      const later = await readSource(okta, settings, reading, { waits: true });
      console.info(
        `${calls} requests in ${seconds.toFixed(1)} s (limits allow ${allowed} s); then ${server.calls.length} requests`,
      );
      expect(seconds).toBeLessThan(allowed * 1.2);
      expect(server.calls.length).toBeLessThan(calls * 0.02);
      expect(contentOf(later)).toEqual(contentOf(await readSource(okta, settings, undefined, { waits: true })));
    } finally {
      await server.close();
    }
  });
});
