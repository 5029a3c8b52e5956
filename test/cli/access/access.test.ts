// rolecall access against a real service, and its trees.
import { execFile, spawnSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addClient } from '../../../src/state/clients/clients.ts';
import { type AccessGraph, scriptOf } from '../../support/access/graph.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { type CommandLine, commandLine } from '../../support/service/command.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const hasScript = spawnSync('sh', ['-c', 'command -v script']).status === 0;
const graph: AccessGraph = {
  // The first letter of an id is its type.
  accounts: ['ada', 'alan'],
  containers: ['g-staff', 'g-editors', 'r-writer'],
  resources: ['x-handbook', 'x-chapter'],
  memberships: [
    ['ada', 'g-staff'],
    ['ada', 'g-editors'],
    ['g-staff', 'r-writer'],
    ['g-editors', 'r-writer'],
    ['alan', 'g-staff'],
  ],
  containments: [['x-chapter', 'x-handbook']],
  grants: [
    { holder: 'r-writer', object: 'x-handbook', permissions: ['isRead', 'isUpdate'] },
    { holder: 'alan', object: 'x-chapter', permissions: ['isUpdate'], isDenial: true },
  ],
};

let test: TestService;
let rolecall: CommandLine;

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const script = scriptOf(graph);
  test = await startService({ sources: { wiki: script, intranet: script }, settings: { base_url: url } });
  await test.sync();
  await test.app.listen({ host: '127.0.0.1', port });
  const { client, clientSecret } = await addClient(test.service.database, {
    tenant: 'main',
    name: 'dev',
    scopes: ['read'],
    createdBy: 'test',
  });
  rolecall = commandLine({ url, clientId: client.client_id, clientSecret });
});
afterAll(async () => {
  rolecall?.remove();
  await test?.close();
});

it('lists all that an account reaches as CSV', async () => {
  const ada = ['access', 'ada', '--source', 'wiki', '--format', 'csv'];
  const { stdout } = await rolecall.run([...ada, '--type', 'ResourceInstance']);
  const rows = stdout.trimEnd().split('\r\n');
  expect(rows).toEqual([
    'type,name,permissions,steps,id',
    expect.stringMatching(/^ResourceInstance,x-(handbook|chapter),"Read, Update",\d,/),
    expect.stringMatching(/^ResourceInstance,x-(handbook|chapter),"Read, Update",\d,/),
  ]);
  const refused = await rolecall.run([...ada, 'x-chapter']);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('leave out the object') });
});

/** What the command shows on a terminal. */
async function onTerminal(args: string): Promise<string> {
  const program = path.resolve(import.meta.dirname, '../../../src/cli/main.ts');
  const line = `${process.execPath} ${program} --config ${rolecall.folder}/rolecall.yaml ${args}`;
  const { stdout } = await promisify(execFile)('script', ['-qefc', line, '/dev/null'], { cwd: rolecall.folder });
  return stdout.replaceAll('\r', '');
}

describe('rolecall access', () => {
  it('prints what an account reaches as JSON lines in a pipe', async () => {
    const { stdout, stderr, code } = await rolecall.run(['access', 'ada', '--source', 'wiki', '--type', 'Role']);
    expect([stderr, code]).toEqual(['', 0]);
    expect(JSON.parse(stdout)).toMatchObject({
      objectName: 'r-writer',
      objectType: 'Role',
      hops: 2,
      permissions: ['Member'],
    });
  });

  it('prints the paths to an object as JSON in a pipe', async () => {
    const { stdout } = await rolecall.run(['access', 'ada', 'x-chapter', '--source', 'wiki', '-n', '1']);
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({
      permissions: ['Read', 'Update'],
      isComplete: false,
      object: { objectName: 'x-chapter' },
    });
    expect(answer.paths).toHaveLength(1);
  });

  it.each([
    [['access', 'ada'], /several accounts have the name ada.*\(intranet\).*\(wiki\)/s],
    [['access', 'nobody'], /there is no account nobody; `rolecall find` finds names despite typing errors/],
    [['access', 'ada', 'nothing', '--source', 'wiki'], /there is no object with the name nothing/],
    [['access', 'ada', '--source', 'wiki', '--type', 'Thing'], /objectType: "Thing" is not a type; known are Account/],
  ])('%j says what is wrong', async (args, message) => {
    const { stderr, code } = await rolecall.run(args);
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
  });

  it.skipIf(!hasScript)('draws trees on a terminal (skipped without script)', async () => {
    expect(await onTerminal('access ada --source wiki')).toBe(
      [
        'ada',
        '├─ ResourceInstance',
        '│  ├─ x-handbook  Read, Update  (3 steps)',
        '│  └─ x-chapter  Read, Update  (4 steps)',
        '├─ Role',
        '│  └─ r-writer  Member  (2 steps)',
        '└─ UserGroup',
        '   ├─ g-editors  Member  (direct)',
        '   └─ g-staff  Member  (direct)',
        '',
      ].join('\n'),
    );
    expect(await onTerminal('access alan x-chapter --source wiki')).toBe(
      [
        'alan reaches x-chapter (ResourceInstance): Read',
        '└─ g-staff (UserGroup) by membership *',
        '   └─ r-writer (Role) by membership *',
        '      └─ x-handbook (ResourceInstance) by assignment *',
        '         └─ x-chapter (ResourceInstance) by containment  Read',
        'denied: Update on x-chapter (ResourceInstance), to alan (Account)',
        '* taking this away alone ends the access',
        '',
      ].join('\n'),
    );
  });
});
