// CONTRIBUTING.md against the tree: what it sends a reader to is there.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { startScriptedHttp } from './support/servers/scripted-http.ts';
import { commandLine } from './support/service/command.ts';

const root = path.resolve(import.meta.dirname, '..');
const guide = fs.readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');

/** Paths in backticks, each up to its first placeholder: `sql/export/<context>.sql` is `sql/export/`. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`((?:connectors|docs|pipelines|scripts|sql|src|test)\/[^`]*)`/g)].map(([, named]) =>
    named!.replace(/[^/]*[<{].*$/s, '').replace(/\/[^/]*NN.*$/, '/'),
  );
}

test('every path that it names exists', () => {
  const paths = pathsIn(guide);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter(named => !fs.existsSync(path.join(root, named)))).toEqual([]);
});

describe('the connector of one’s own', () => {
  const block = (language: string) =>
    new RegExp(`^## A connector$.*?^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(guide)![1]!;

  test('has about thirty lines', () => expect(block('js').split('\n').length).toBeLessThan(40));

  test('loads from the configuration of the guide, reads a server and keeps the rules', async () => {
    const server = await startScriptedHttp();
    const logins = ['ann', 'bob', 'cyd'];
    server.script(({ path: asked, query, headers }) => {
      if (headers.authorization !== 'Bearer auditor-token') return { status: 401 };
      if (!asked.startsWith('/api/users')) return { status: 404 };
      const from = Number(query.get('after') ?? 0);
      const [login] = logins.slice(from);
      const users = [{ id: String(from), login, mail: `${login}@example.org`, active: from !== 1 }];
      return { body: { users, ...(from + 1 < logins.length && { next: String(from + 1) }) } };
    });
    const command = commandLine({ url: '', clientId: '', clientSecret: '' });
    try {
      fs.mkdirSync(path.join(command.folder, 'tickets'));
      fs.writeFileSync(path.join(command.folder, 'tickets/index.js'), block('js'));
      const config = block('yaml')
        .replace('https://tickets.example.org', server.url)
        .replace('${TICKETS_TOKEN}', 'auditor-token');
      fs.writeFileSync(path.join(command.folder, 'rolecall.yaml'), config);

      const tested = await command.runApart(['connector', 'test', './tickets', '--source', 'tickets']);
      const rules = tested.stdout
        .trim()
        .split('\n')
        .map(line => JSON.parse(line));
      expect(
        rules.flatMap(({ faults }) => faults),
        tested.stderr,
      ).toEqual([]);
      expect(rules.map(({ note }) => note)).toContain('3 records of 1 types');
      expect(tested.code).toBe(0);

      const checked = await command.runApart(['sources', 'check', 'tickets']);
      expect(JSON.parse(checked.stdout), checked.stderr).toMatchObject({
        problems: [],
        previews: [{ type: 'Account', rows: [{ id: '0', alias: 'ann', email: 'ann@example.org', enabled: true }] }],
      });
    } finally {
      command.remove();
      await server.close();
    }
  });
});

test('the steps for a field name every file that a field of a resource is written in', () => {
  const steps = /^## A field$(.*?)^## /ms.exec(guide)![1]!;
  expect(pathsIn(steps)).toEqual(
    expect.arrayContaining([
      'src/resources/',
      'sql/building/enrich/',
      'sql/building/analytics/',
      'sql/export/',
      'test/resources/interface-fields.ts',
      'docs/reference',
      'connectors/custom-application/config.schema.json',
    ]),
  );
});
