// Connectors that the configuration names: where they are looked for, and errors about what is none.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { availableConnectors } from '../../../src/deployment/sources/available-connectors.ts';
import { resolveSources } from '../../../src/deployment/sources/sources.ts';
import { temporaryFolder, testConfig } from '../../support/service/service.ts';

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

function write(files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  }
}

const available = (...connectors: string[]) =>
  availableConnectors({ connectors, folder, file: path.join(folder, 'rolecall.yaml') });

/** A connector without imports, so that it loads wherever it is. Its settings come from the contract in real ones. */
const zod = path.resolve(import.meta.dirname, '../../../node_modules/zod/index.js');
const connector = (type: string) => `import { z } from '${zod}';
export default { type: '${type}', title: 'T', description: 'D', settings: z.strictObject({}),
  open: async () => ({}), check: async () => [], reads: () => [] };`;

describe('a connector of one’s own', () => {
  it('is a folder, a file, or a package above the configuration', async () => {
    write({
      'a/index.js': connector('a'),
      'b.mjs': connector('b'),
      'node_modules/rolecall-c/package.json': '{"type": "module", "exports": {".": {"import": "./lib/c.js"}}}',
      'node_modules/rolecall-c/lib/c.js': connector('c'),
      'node_modules/@org/d/package.json': '{"type": "module", "main": "d.js"}',
      'node_modules/@org/d/d.js': connector('d'),
    });
    const types = (await available('./a', './b.mjs', 'rolecall-c', '@org/d')).map(({ type }) => type);
    expect(types.slice(-4)).toEqual(['a', 'b', 'c', 'd']);
    expect(types).toContain('host');
  });

  it('is suggested for a mistyped name', async () => {
    write({ 'tickets/index.js': connector('tickets') });
    const sources = [{ id: 's', connector: 'ticket' }];
    const { tenants } = testConfig(folder, [], { sources });
    const connectors = await available('./tickets');
    expect(() => resolveSources(tenants[0]!, connectors)).toThrow(
      'source s: there is no connector `ticket`; did you mean `tickets`?',
    );
  });
});

describe('what is no connector', () => {
  it.each<[string, Record<string, string>, string | RegExp]>([
    ['./none', {}, /there is no .*none$/],
    [
      'rolecall-none',
      {},
      /there is no package of that name in .*node_modules or above it; install it there, or write a folder as \.\/rolecall-none$/,
    ],
    ['./empty', { 'empty/readme.txt': '' }, /empty has no index\.ts, index\.mts, index\.js, index\.mjs$/],
    ['./lost', { 'lost/package.json': '{"main": "lib.js"}' }, /lost has no lib\.js$/],
    ['./torn', { 'torn/package.json': '{' }, /torn\/package\.json is not JSON/],
    [
      './throws',
      { 'throws/index.mjs': 'throw new Error("no licence");' },
      /throws\/index\.mjs cannot be loaded: no licence$/,
    ],
    [
      './nothing',
      { 'nothing/index.mjs': 'export const a = 1;' },
      /exports no connector; it must have one: export default/,
    ],
    [
      './two',
      { 'two/index.mjs': 'export const a = { type: 1, reads: 1 }; export const b = a;' },
      /exports several connectors; it must have one/,
    ],
    [
      './half',
      { 'half/index.mjs': 'export default { type: "A B", title: "", description: "D", settings: {}, open() {} };' },
      /half\/index\.mjs is no connector: type: must be lowercase letters.*; title: .*; settings: must be a zod object, made with the z of 'rolecall\/connector': z\.strictObject\(\{ … \}\); check: must be a function; reads: must be a function$/,
    ],
    [
      './again',
      { 'again/index.mjs': connector('host') },
      /its type `host` is that of another connector \(Linux host\)$/,
    ],
  ])('%s is refused', async (name, files, message) => {
    write(files);
    await expect(available(name)).rejects.toThrow(message);
    await expect(available(name)).rejects.toThrow(`rolecall.yaml: connectors: ${name}: `);
  });
});
