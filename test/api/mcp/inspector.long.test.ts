// The command line of the inspector of the Model Context Protocol, a client that is not ours, walks all tools, resources and prompts: over HTTP,
// and through `rolecall mcp`. It is installed into a folder of its own.
import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOrganisation } from '../../support/organisation.ts';
import type { Item, TestService } from '../../support/service/service.ts';

const inspector = '@modelcontextprotocol/inspector-cli@1.0.3';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rolecall-inspector-'));
const missing = install();

/** @returns why it cannot be installed */
function install(): string | undefined {
  try {
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', inspector], { stdio: 'pipe' });
    // The package reads the manifest of the package that it is usually a part of.
    const modules = path.join(folder, 'node_modules/@modelcontextprotocol');
    fs.copyFileSync(path.join(modules, 'inspector-cli/package.json'), path.join(modules, 'package.json'));
    return undefined;
  } catch {
    return `npm cannot install ${inspector}`;
  }
}

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe.skipIf(missing)(`the inspector${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let test: TestService;
  let url: string;
  let token: string;

  beforeAll(async () => {
    test = await startOrganisation();
    url = await test.app.listen({ port: 0, host: '127.0.0.1' });
    token = await test.token({ scopes: ['read', 'annotate'] });
  });
  afterAll(() => test.close());

  const roads: Readonly<Record<string, () => readonly string[]>> = {
    '/mcp': () => [`${url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${token}`],
    'rolecall mcp': () => [process.execPath, path.join(import.meta.dirname, '../../../src/cli/main.ts'), 'mcp'],
  };

  async function inspect(road: string, ...args: readonly string[]): Promise<Item> {
    const program = path.join(folder, 'node_modules/.bin/mcp-inspector-cli');
    const environment = ['-e', `ROLECALL_URL=${url}`, '-e', `ROLECALL_TOKEN=${token}`];
    const env = { ...process.env, ROLECALL_URL: url, ROLECALL_TOKEN: token };
    const all = ['--cli', ...environment, ...roads[road]!(), ...args];
    const { stdout } = await promisify(execFile)(program, all, { env, maxBuffer: 16 * 1024 * 1024 });
    return JSON.parse(stdout);
  }

  it.each(Object.keys(roads))('walks all tools, resources and prompts through %s', async road => {
    const { tools } = await inspect(road, '--method', 'tools/list');
    expect(tools).toHaveLength(12);
    const call = async (tool: string, args: readonly string[]) => {
      const given = args.flatMap(arg => ['--tool-arg', arg]);
      return inspect(road, '--method', 'tools/call', '--tool-name', tool, ...given);
    };
    const found = await call('search', ['text=terraform', 'type=Account']);
    const id = found.structuredContent.data.items[0].objectId;
    const group = (await call('search', ['text=On Call', 'type=UserGroup'])).structuredContent.data.items[0].objectId;
    const argumentsOf: Readonly<Record<string, readonly string[]>> = {
      get: [`id=${id}`],
      who_can_reach: [`id=${group}`],
      what_can_reach: [`id=${id}`],
      blast_radius: [`id=${id}`],
      risks: ['severity=Critical'],
      changes: [],
      describe_model: ['table=accounts'],
      query: ['sql=SELECT count(*) FROM accounts'],
      saved_queries: [],
      preview_change: ['operation=DisableAccount', `accountIds=["${id}"]`],
    };
    for (const [tool, args] of Object.entries(argumentsOf)) {
      const { isError, structuredContent } = await call(tool, args);
      expect([tool, isError ?? false]).toEqual([tool, false]);
      expect(structuredContent).toMatchObject({ version: expect.any(Number), data: expect.anything() });
    }
    // The sources of the example are files, which nobody can change.
    const refused = await call('propose_change', ['operation=DisableAccount', `accountIds=["${id}"]`, 'reason=x']);
    expect(refused).toMatchObject({ isError: true });
    const { resources } = await inspect(road, '--method', 'resources/list');
    for (const { uri } of resources) {
      const { contents } = await inspect(road, '--method', 'resources/read', '--uri', uri);
      expect(contents[0].text).toContain('<<<DATA ');
    }
    const { prompts } = await inspect(road, '--method', 'prompts/list');
    for (const { name } of prompts) {
      const { messages } = await inspect(road, '--method', 'prompts/get', '--prompt-name', name);
      expect(messages[0].content.text).toContain('evidence');
    }
    expect([resources.length, prompts.length]).toEqual([3, 4]);
  });
});
