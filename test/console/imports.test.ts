// The console runs in the browser and knows the service by its interface only.
import { expect, it } from 'vitest';
import { type Import, importsOf, sourceFiles } from '../support/source-tree.ts';

const files = sourceFiles(['.ts', '.tsx']).filter(({ path }) => path.startsWith('src/console/'));
const imports = files.filter(({ path }) => path !== 'src/console/vite.config.ts').flatMap(importsOf);
const isFile = ({ target }: Import) => /\.(tsx?|css)$/.test(target);
const show = ({ from, line, target }: Import) => `${from}:${line}: imports ${target}`;
const pageOf = (path: string) => /^src\/console\/pages\/[^/]+\//.exec(path)?.[0];

it('the console imports its own files, the client, and which characters are invisible', () => {
  expect(files.length).toBeGreaterThan(20);
  const others = imports
    .filter(isFile)
    .filter(({ target }) => !/^(src\/console|clients\/typescript)\/|^src\/invisible-characters\.ts$/.test(target));
  expect(others.map(show)).toEqual([]);
});

it('the console needs nothing of Node.js', () => {
  expect(imports.filter(({ target }) => target.startsWith('node:')).map(show)).toEqual([]);
});

it('a page imports no other page, and only the list of routes imports pages', () => {
  const crossing = imports.filter(({ from, target }) => {
    const page = pageOf(target);
    return page !== undefined && page !== pageOf(from) && from !== 'src/console/app/router.ts';
  });
  expect(crossing.map(show)).toEqual([]);
});
