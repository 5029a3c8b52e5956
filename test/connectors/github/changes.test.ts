// Later reads: after any changes they give what a full read gives, and the lists of secrets cost nothing while they are unchanged.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { github } from '../../../connectors/github/index.ts';
import { isLong } from '../../support/long-tests.ts';
import { createRandom, type Random } from '../../support/random.ts';
import { notAccessible } from '../../support/simulators/github/answers.ts';
import { type GithubSimulator, githubToken, startGithub } from '../../support/simulators/github/github.ts';
import {
  fillOrganisation,
  githubRepository,
  githubTeam,
  githubUser,
  secret,
} from '../../support/simulators/github/organisation.ts';
import { inner } from '../../support/simulators/github/state.ts';
import { contentOf, type Reading, readSource } from '../../support/simulators/reading.ts';

let server: GithubSimulator;
const settings = () => ({ url: server.url, organization: 'acme', token: githubToken });
beforeAll(async () => {
  server = await startGithub();
});
beforeEach(() => {
  server.fault = undefined;
  fillOrganisation(server.state);
});
afterAll(() => server.close());

const repositoryIds = () => [...server.state.repositories.keys()];
const logins = () => [...server.state.members.keys()];

/** What may happen in an organisation. */
const happenings: readonly ((random: Random, step: number) => void)[] = [
  (_random, step) => {
    server.state.users.set(`new${step}`, githubUser(2000 + step, `new${step}`));
    server.state.members.set(`new${step}`, 'member');
  },
  random => {
    const login = random.of(logins());
    if (server.state.members.size < 3) return;
    server.state.members.delete(login);
    for (const members of server.state.teamMembers.values()) members.delete(login);
    for (const people of server.state.collaborators.values()) people.delete(login);
  },
  (_random, step) =>
    void server.state.repositories.set(String(3000 + step), githubRepository(3000 + step, `new${step}`)),
  random => {
    const id = random.of(repositoryIds());
    if (server.state.repositories.size < 2) return;
    server.state.repositories.delete(id);
    server.state.collaborators.delete(id);
    server.state.environments.delete(id);
    for (const repositories of server.state.teamRepositories.values()) repositories.delete(id);
  },
  (random, step) => {
    const name = String(server.state.repositories.get(random.of(repositoryIds()))!['full_name']);
    const key = `repos/${name}/${random.of(['actions', 'dependabot'])}`;
    const known = server.state.secrets.get(key) ?? [];
    server.state.secrets.set(key, random.below(2) === 0 ? known.slice(1) : [...known, secret(`S${step}`)]);
  },
  (random, step) => {
    const repository = server.state.repositories.get(random.of(repositoryIds()))!;
    const [old, name] = [String(repository['full_name']), `renamed${step}`];
    Object.assign(repository, { name, full_name: `acme/${name}` });
    for (const kind of ['actions', 'dependabot']) {
      const secrets = server.state.secrets.get(`repos/${old}/${kind}`);
      server.state.secrets.delete(`repos/${old}/${kind}`);
      if (secrets) server.state.secrets.set(`repos/acme/${name}/${kind}`, secrets);
    }
  },
  (random, step) => {
    const secrets = server.state.secrets.get('orgs/Acme/actions') ?? [];
    server.state.secrets.set(
      'orgs/Acme/actions',
      random.below(2) === 0 ? secrets.slice(1) : [...secrets, secret(`O${step}`, { visibility: 'all' })],
    );
  },
  (random, step) => {
    server.state.teams.set(String(4000 + step), githubTeam(4000 + step, `New ${step}`, random.of([11, 12])));
    inner(server.state.teamMembers, String(4000 + step)).set(random.of(logins()), 'member');
  },
  random =>
    void inner(server.state.teamRepositories, '12').set(random.of(repositoryIds()), random.of(['pull', 'admin'])),
  random => void inner(server.state.collaborators, random.of(repositoryIds())).set('eve', random.of(['pull', 'push'])),
  (random, step) =>
    void server.state.environments.set(random.of(repositoryIds()), [
      { node_id: `EN_${step}`, id: step, name: `e${step}` },
    ]),
];

it.each(Array.from({ length: isLong ? 60 : 1 }, (_, index) => index + 1))(
  'after random changes (seed %i), a later read gives what a full read gives',
  async seed => {
    const random = createRandom(seed);
    let reading = await readSource(github, settings());
    for (let round = 0; round < 6; round += 1) {
      for (let change = 0; change < 3; change += 1) random.of(happenings)(random, seed * 100 + round * 10 + change);
      reading = await readSource(github, settings(), reading);
      expect(reading.get('ResourceInstance')!.changesOnly).toBe(true);
      expect(contentOf(reading)).toEqual(contentOf(await readSource(github, settings())));
    }
  },
);

it('an unchanged organisation costs the lists of the organisation, and none of the lists of repositories', async () => {
  for (let index = 0; index < 200; index += 1)
    server.state.repositories.set(String(5000 + index), githubRepository(5000 + index, `many${index}`));
  const counted = async (before?: Reading) => {
    Object.assign(server.counted, { core: 0, graphql: 0 });
    const reading = await readSource(github, settings(), before);
    return { reading, ...server.counted };
  };
  const first = await counted();
  const later = await counted(first.reading);
  console.info(
    `first read: ${first.core} requests, ${first.graphql} of GraphQL; later: ${later.core}, ${later.graphql}`,
  );
  expect(first.core - later.core).toBe(203 * 2);
  expect(later.core).toBeLessThan(30);
  expect(later.graphql).toBeLessThan(25);
  expect(contentOf(later.reading)).toEqual(contentOf(first.reading));
});

it('what a refused list is about stays, and nothing else', async () => {
  const before = await readSource(github, settings());
  server.state.secrets.delete('repos/acme/shop/actions');
  server.state.secrets.delete('repos/acme/site/dependabot');
  server.fault = (call, route) =>
    route === 'GET /repos/:owner/:repo/actions/secrets' && call.params['repo'] === 'shop' ? notAccessible : undefined;
  const later = await readSource(github, settings(), before);
  expect(later.get('ResourceInstance')!.removed).toEqual(['secret:repository:102:dependabot:REGISTRY']);
});

it('a read of repositories that fails removes nothing', async () => {
  const before = await readSource(github, settings());
  server.fault = (call, route) =>
    route === 'POST /graphql' && JSON.stringify(call.body).includes('deployKeys')
      ? { status: 200, body: { errors: [{ message: 'timeout' }] } }
      : undefined;
  const later = await readSource(github, settings(), before);
  expect(later.get('ResourceInstance')!.removed).toEqual([]);
});
