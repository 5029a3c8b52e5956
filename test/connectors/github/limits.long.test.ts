// A large organisation under limits like those of GitHub (the long form): reads that are ended by a limit continue in the next hour after
// their last saved page, as the service continues them. The test begins the next hour.
import { describe, expect, it } from 'vitest';
import { github } from '../../../connectors/github/index.ts';
import { SourceUnavailable } from '../../../src/connector/transient.ts';
import { type GithubSimulator, githubToken, startGithub } from '../../support/simulators/github/github.ts';
import {
  fillOrganisation,
  githubRepository,
  githubTeam,
  githubUser,
  secret,
} from '../../support/simulators/github/organisation.ts';
import { inner } from '../../support/simulators/github/state.ts';
import { contentOf, readSource } from '../../support/simulators/reading.ts';

const repositories = 3000;

function fillLarge({ state }: GithubSimulator): void {
  fillOrganisation(state);
  for (let index = 0; index < 5000; index += 1) {
    state.users.set(`u${index}`, githubUser(100_000 + index, `u${index}`));
    state.members.set(`u${index}`, 'member');
  }
  for (let index = 0; index < 300; index += 1) {
    state.teams.set(String(10_000 + index), githubTeam(10_000 + index, `Team ${index}`));
    for (let member = 0; member < 150; member += 1)
      inner(state.teamMembers, String(10_000 + index)).set(`u${(index * 100 + member) % 5000}`, 'member');
  }
  for (let index = 0; index < repositories; index += 1) {
    state.repositories.set(String(20_000 + index), githubRepository(20_000 + index, `r${index}`));
    inner(state.collaborators, String(20_000 + index)).set(`u${index}`, 'push');
    if (index % 10 === 0) state.secrets.set(`repos/acme/r${index}/actions`, [secret('TOKEN')]);
  }
}

const settings = (server: GithubSimulator) => ({ url: server.url, organization: 'acme', token: githubToken });

/** Reads a type to its end: a limit ends the client, and another one continues after the last cursor. */
async function readThrough(server: GithubSimulator, type: string): Promise<{ ids: string[]; waits: number }> {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let waits = 0; ; waits += 1) {
    const context = {
      sourceId: 's',
      applicationInstanceId: `large-${waits}`,
      baseFolder: '/',
      signal: new AbortController().signal,
    };
    try {
      const client = await github.open(github.settings.parse(settings(server)), {
        ...context,
        http: { retriesAtOnce: true },
      });
      try {
        for await (const page of github
          .reads(client)
          .find(({ lands }) => lands === type)!
          .pages(client, cursor)) {
          ids.push(...page.records.map(({ id }) => id));
          cursor = page.cursor ?? cursor;
        }
        return { ids, waits };
      } finally {
        await github.close?.(client);
      }
    } catch (error) {
      if (!(error instanceof SourceUnavailable)) throw error;
      expect(error.retryAfterMs).toBeGreaterThan(0);
      server.nextWindow();
    }
  }
}

describe(`5,000 members, 300 teams, ${repositories} repositories`, () => {
  it('are read over several windows, each list of secrets once', { timeout: 600_000 }, async () => {
    const server = await startGithub({ limits: { core: 2000, graphql: 5000, windowMs: 3_600_000 } });
    try {
      fillLarge(server);
      const { ids, waits } = await readThrough(server, 'ResourceInstance');
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter(id => id.endsWith(':actions:TOKEN'))).toHaveLength(repositories / 10);
      // A real hour may begin during the test.
      expect(waits).toBeGreaterThan(1);
      const lists = server.calls.filter(call => call.startsWith('GET /repos/:owner/:repo/')).length;
      console.info(`${lists} requests for ${repositories * 2} lists of secrets, over ${waits + 1} windows`);
      expect(lists).toBeLessThan(repositories * 2 * 1.2);
    } finally {
      await server.close();
    }
  });

  it('cost a later read one in a hundred requests', { timeout: 600_000 }, async () => {
    const server = await startGithub();
    try {
      fillLarge(server);
      // With custom roles, each team is asked for by REST.
      server.state.repositoryRoles.length = 0;
      const began = performance.now();
      const reading = await readSource(github, settings(server));
      const seconds = (performance.now() - began) / 1000;
      const first = { ...server.counted };
      Object.assign(server.counted, { core: 0, graphql: 0 });
      server.state.members.delete('u7');
      const later = await readSource(github, settings(server), reading);
      const { core, graphql } = server.counted;
      console.info(
        `${first.core} requests and ${first.graphql} of GraphQL in ${seconds.toFixed(1)} s; later ${core} and ${graphql}`,
      );
      expect(core).toBeLessThan(first.core / 100);
      expect(graphql).toBeLessThanOrEqual(first.graphql);
      expect(contentOf(later)).toEqual(contentOf(await readSource(github, settings(server))));
    } finally {
      await server.close();
    }
  });
});
