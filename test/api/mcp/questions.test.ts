// Forty questions about the example organisation, each answered by a scripted client in at most three calls of tools. The right answers
// come from the exported files of the sources, not from the service.
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longestAnswer } from '../../../src/api/mcp/framed-answer.ts';
import { type ProtocolClient, protocolClient } from '../../support/assistants/protocol-client.ts';
import { startOrganisation } from '../../support/organisation.ts';
import { sendAs } from '../../support/send.ts';
import type { Item, TestService } from '../../support/service/service.ts';

let test: TestService;
let assistant: ProtocolClient;

beforeAll(async () => {
  test = await startOrganisation();
  const token = await test.token({ scopes: ['read'] });
  assistant = await protocolClient(test.app, test.service.access.baseUrl, token);
});
afterAll(() => test.close());

const sources = path.join(import.meta.dirname, '../../../examples/organisation/sources');

type Row = Record<string, string>;

function rows(source: string, file: string): Row[] {
  const raw = path.join(sources, source, 'rawdata');
  const [run] = fs.readdirSync(raw);
  const text = fs.readFileSync(path.join(raw, run!, `${file}.csv`), source === 'ledger' ? 'latin1' : 'utf8');
  const options = { columns: true, delimiter: text.split('\n', 1)[0]!.includes(';') ? ';' : ',' } as const;
  return parse(text, options) as Row[];
}

const column = (of: readonly Row[], name: string) => of.map(row => row[name]!);
const sorted = (values: Iterable<string>) => [...new Set(values)].toSorted();

/** Ids of a tree: those that lie in one of the given, itself included. */
function within(tree: readonly Row[], id: string, parent: string, roots: readonly string[]): string[] {
  const children = tree.filter(row => roots.includes(row[parent]!)).map(row => row[id]!);
  return children.length === 0 ? [...roots] : [...roots, ...within(tree, id, parent, children)];
}

type Ask = (tool: string, args: object) => Promise<Item>;

interface Question {
  readonly question: string;
  readonly ask: (ask: Ask) => Promise<unknown>;
  readonly right: () => unknown;
}

async function idOf(ask: Ask, text: string, type: string, local: string): Promise<string> {
  const { items } = await ask('search', { text, type, limit: 20 });
  return items.find((item: Item) => item.id === local).objectId;
}

const aliasesThatReach = async (ask: Ask, text: string, type: string, local: string) => {
  const id = await idOf(ask, text, type, local);
  const aliases: string[] = [];
  for (let token: string | undefined; ; ) {
    const { accounts, next } = await ask('who_can_reach', { id, pageSize: 100, paths: 0, ...(token && { token }) });
    aliases.push(...accounts.map(({ alias }: Item) => alias));
    if (next === undefined) return sorted(aliases);
    token = next;
  }
};

const loginOf = () => new Map(rows('idp', 'users').map(row => [row['id']!, row['login']!]));

const holders = (role: string, name: string): Question => ({
  question: `Who holds the role ${name} of the identity provider?`,
  ask: ask => aliasesThatReach(ask, name, 'Role', role),
  right: () => {
    const logins = loginOf();
    const members = rows('idp', 'admin_role_members').filter(row => row['role_id'] === role);
    return sorted(members.map(row => logins.get(row['user_id']!)!));
  },
});

const members = (group: string, name: string): Question => ({
  question: `Who is in the group ${name} of the identity provider, directly or through others?`,
  ask: ask => aliasesThatReach(ask, name, 'UserGroup', group),
  right: () => {
    const logins = loginOf();
    const groups = within(rows('idp', 'groups'), 'id', 'parent', [group]);
    const inside = rows('idp', 'group_members').filter(row => groups.includes(row['group_id']!));
    return sorted(inside.map(row => logins.get(row['user_id']!)!));
  },
});

const readers = (folder: string, title: string): Question => ({
  question: `Who can open the folder ${title} of the data room?`,
  ask: ask => aliasesThatReach(ask, title, 'ResourceInstance', folder),
  right: () => {
    const permissions = rows('vault', 'permissions').filter(row => row['folder'] === folder);
    const inGroups = rows('vault', 'group_members');
    return sorted(
      permissions.flatMap(({ kind, holder }) =>
        kind === 'group'
          ? column(
              inGroups.filter(row => row['group'] === holder),
              'member',
            )
          : [holder!],
      ),
    );
  },
});

const committers = (repository: string): Question => ({
  question: `Who has access to the repository ${repository}?`,
  ask: ask => aliasesThatReach(ask, repository.split('/').at(-1)!, 'ResourceInstance', repository),
  right: () => {
    const access = rows('forge', 'access').filter(row => row['repository'] === repository);
    const inTeams = rows('forge', 'team_members');
    const ofTeam = (team: string) => {
      const teams = within(rows('forge', 'teams'), 'slug', 'parent', [team]);
      return column(
        inTeams.filter(row => teams.includes(row['team']!)),
        'login',
      );
    };
    return sorted(access.flatMap(row => (row['holder_kind'] === 'team' ? ofTeam(row['holder']!) : [row['holder']!])));
  },
});

const findings = (rule: string): Question => ({
  question: `How many open violations has the rule ${rule} of the ledger?`,
  ask: async ask => (await ask('risks', { rule })).totalCount,
  right: () => rows('ledger', 'grc_findings').filter(row => row['RULE'] === rule && row['STATE'] === 'open').length,
});

const violators = (rule: string): Question => ({
  question: `Which users of the ledger violate ${rule}?`,
  ask: async ask => sorted((await ask('risks', { rule })).violations.map(({ entityId }: Item) => entityId)),
  right: () =>
    sorted(
      column(
        rows('ledger', 'grc_findings').filter(row => row['RULE'] === rule && row['STATE'] === 'open'),
        'UNAME',
      ),
    ),
});

const pathTo = (login: string, repository: string): Question => ({
  question: `Through what does ${login} reach ${repository}, and which step ends it?`,
  async ask(ask) {
    const id = await idOf(ask, login, 'Account', login);
    const objectId = await idOf(ask, repository.split('/').at(-1)!, 'ResourceInstance', repository);
    const { paths, stepsThatEndAccess } = await ask('what_can_reach', { id, objectId });
    return { hops: paths[0].hops, ends: stepsThatEndAccess.map(({ from, to }: Item) => [from.name, to.name]) };
  },
  right: () => {
    const name = rows('forge', 'repositories').find(row => row['path'] === repository)!['name'];
    return { hops: 1, ends: [[login, name]] };
  },
});

const job = (number: string, name: string): Question => ({
  question: `Which job and manager has ${name}, by HR?`,
  async ask(ask) {
    const id = await idOf(ask, name, 'Employee', number);
    const { object } = await ask('get', { id, related: false });
    return [object.title, object.managerEmail];
  },
  right: () => {
    const people = rows('hr', 'employees');
    const person = people.find(row => row['PersNo'] === number)!;
    return [person['JobTitle'], people.find(row => row['PersNo'] === person['ManagerPersNo'])?.['WorkEmail']];
  },
});

const account = (id: string): Question => ({
  question: `Is the account ${id} of the identity provider enabled, and whose employee number has it?`,
  async ask(ask) {
    const { object } = await ask('get', { id: await idOf(ask, id, 'Account', id), related: false });
    return [object.enabled, object.employeeNumber, object.email];
  },
  right: () => {
    const user = rows('idp', 'users').find(row => row['id'] === id)!;
    return [user['status'] === 'ACTIVE', user['employee_number'], user['mail']];
  },
});

const count = (question: string, sql: string, right: () => number): Question => ({
  question,
  ask: async ask => Number((await ask('query', { sql })).rows[0][0]),
  right,
});

const impersonates = (actor: string): Question => ({
  question: `As which accounts can ${actor} act by a grant of its own?`,
  async ask(ask) {
    const { chains } = await ask('blast_radius', { id: await idOf(ask, actor, 'Account', actor), chains: 20 });
    const first: Item[] = chains.map(([step]: Item[]) => step);
    const granted = first.filter(step => step.reason === 'Impersonation' && step.objectType === 'Account');
    return sorted(granted.map(step => step.objectName));
  },
  right: () => {
    const links = rows('cloud', 'impersonation').filter(row => row['target_kind'] === 'account');
    return sorted(
      column(
        links.filter(row => row['actor'] === actor),
        'target',
      ),
    );
  },
});

const ledgerRole = (role: string, text: string): Question => ({
  question: `Who holds the role ${role} of the ledger?`,
  ask: ask => aliasesThatReach(ask, text, 'Role', role),
  right: () =>
    sorted(
      column(
        rows('ledger', 'agr_users').filter(row => row['AGR_NAME'] === role),
        'UNAME',
      ),
    ),
});

const questions: readonly Question[] = [
  holders('super-admin', 'Super Administrator'),
  holders('user-admin', 'User Administrator'),
  holders('app-admin', 'Application Administrator'),
  holders('read-only-admin', 'Read-only Administrator'),
  holders('help-desk', 'Help Desk'),
  members('on-call', 'On Call'),
  members('platform-tools', 'Platform Tools'),
  members('newsletter', 'Newsletter'),
  members('former-project-x', 'Project X (closed)'),
  readers('board', 'Board minutes'),
  readers('merger', 'Merger plan'),
  readers('audit', 'Audit of 2019'),
  readers('brochure', 'Brochure'),
  readers('patents', 'Patent drafts'),
  committers('rolecall/payments/invoices'),
  committers('rolecall/data/models'),
  committers('rolecall/mobile/ios'),
  findings('SOD-01'),
  findings('SOD-02'),
  findings('SOD-03'),
  violators('SOD-01'),
  violators('SOD-02'),
  violators('IAM-01'),
  pathTo('karim-kowalski', 'rolecall/payments/invoices'),
  pathTo('iris-pinto', 'rolecall/data/models'),
  pathTo('yusuf-vermeer', 'rolecall/mobile/ios'),
  job('E10014', 'Tim Lange'),
  job('E10007', 'Ruben Maas'),
  account('u10000'),
  account('u10014'),
  count(
    'How many spaces has the wiki?',
    `SELECT count(*) FROM resource_instances WHERE resource_instances.source_id = 'wiki' AND resource_class = 'space'`,
    () => rows('wiki', 'spaces').length,
  ),
  count(
    'How many keys has the cloud?',
    `SELECT count(*) FROM accounts WHERE source_id = 'cloud' AND type = 'Token'`,
    () => rows('cloud', 'keys').length,
  ),
  count(
    'How many AI agents has the cloud?',
    `SELECT count(*) FROM accounts WHERE sub_type = 'Agent' AND source_id = 'cloud'`,
    () => rows('cloud', 'principals').filter(row => row['type'] === 'agent').length,
  ),
  count(
    'How many people have left, by HR?',
    `SELECT count(*) FROM employees WHERE employment_status = 'Terminated'`,
    () => rows('hr', 'employees').filter(row => row['LeftOn'] !== '').length,
  ),
  {
    question: 'Which roles of the ledger does nobody hold?',
    async ask(ask) {
      const { rows: found } = await ask('query', { shippedQuery: 'Roles that nobody holds', pageSize: 200 });
      const texts = column(rows('ledger', 'agr_define'), 'TEXT');
      return sorted(found.flat().filter((cell: unknown) => texts.includes(String(cell))));
    },
    right: () => {
      const held = column(rows('ledger', 'agr_users'), 'AGR_NAME');
      return sorted(
        column(
          rows('ledger', 'agr_define').filter(row => !held.includes(row['AGR_NAME']!)),
          'TEXT',
        ),
      );
    },
  },
  impersonates('service-principal:terraform@dev-web'),
  impersonates('service-principal:deployer@data-lake'),
  impersonates('service-principal:backup@prod-pay'),
  ledgerRole('TR_BANK', 'Maintain bank accounts'),
  ledgerRole('Z_AUDIT_2019', 'Audit 2019'),
];

it('are forty', () => expect(questions.length).toBe(40));

describe('in at most three calls:', () => {
  it.each(questions)('$question', async ({ ask, right }) => {
    let calls = 0;
    const answer = await ask(async (tool, args) => {
      calls += 1;
      const { answer: found, isError, text } = await assistant.call(tool, args);
      expect(isError, text).toBe(false);
      return { ...found.data, next: found.next };
    });
    expect(answer).toEqual(right());
    expect(calls).toBeLessThanOrEqual(3);
  });
});

describe('the pages of the documentation', () => {
  const blocks = (page: string) => {
    const text = fs.readFileSync(path.join(import.meta.dirname, '../../../docs', page), 'utf8');
    return [...text.matchAll(/^```json (\S+)\n(.*?)^```$/gms)].map(([, name, json]) => ({
      name: name!,
      json: JSON.parse(json!),
    }));
  };

  it('about assistants shows calls that succeed, and names every tool', async () => {
    const calls = blocks('assistant.md');
    expect(calls.map(({ name }) => name)).toEqual(['search', 'risks', 'query']);
    for (const { name, json } of calls) {
      const { isError, answer } = await assistant.call(name, json);
      expect([name, isError, answer.data]).toEqual([name, false, expect.anything()]);
    }
    const text = fs.readFileSync(path.join(import.meta.dirname, '../../../docs/assistant.md'), 'utf8');
    const listed = [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, tool]) => tool);
    expect(listed).toEqual((await assistant.client.listTools()).tools.map(({ name }) => name));
    expect(text).toContain(longestAnswer.toLocaleString('en'));
  });

  it('about policy engines shows requests with their answers', async () => {
    const send = sendAs(test, await test.token({ scopes: ['read'] }));
    const shown = blocks('policy-engine.md');
    expect(shown.length).toBe(8);
    for (let index = 0; index < shown.length; index += 2) {
      const [request, answer] = [shown[index]!, shown[index + 1]!];
      const { status, body } = await send('POST', `/access/v1/${request.name}`, request.json);
      expect([status, answer.name]).toEqual([200, 'answer']);
      expect(body).toMatchObject(answer.json);
    }
  });
});
