// The shape of the program: imports run down one ladder, engines are known in one place.
import { describe, expect, it } from 'vitest';
import { type Import, importsOf, isUnder, lineAt, type SourceFile, sourceFiles } from './support/source-tree.ts';

const lowestRung =
  'errors nearest known-keys value-problems time-limit canonical-json csv-formula invisible-characters iso-time mebibytes niceness uuid'.split(
    ' ',
  );

/** From the bottom up. A layer imports itself and layers below; those side by side on one rung know nothing of each other. */
const ladder: readonly (readonly string[][])[] = [
  [lowestRung.map(name => `src/${name}.ts`)],
  [['src/text/']],
  [['src/config/'], ['src/resources/'], ['src/connector/'], ['src/storage/'], ['src/redis/'], ['src/issuers/']],
  [['src/database/']],
  [['src/state/']],
  [['src/warehouse/']],
  [['src/sandbox/'], ['src/jobs/'], ['src/conformance/']],
  [['src/queries/'], ['src/exports/'], ['src/actions/'], ['src/delivery/'], ['src/signals/']],
  [['src/lookups/']],
  [['src/observability/']],
  [['src/api/'], ['pipelines/']],
  [['src/deployment/']],
  [['src/cli/']],
];

/** Package → who may import it at run time. Types alone couple nothing at run time, so anybody may import those. */
const engines: Readonly<Record<string, readonly string[]>> = {
  '@duckdb/node-api': ['src/warehouse/', 'src/queries/', 'src/exports/', 'src/lookups/'],
  bullmq: ['src/jobs/'],
  ioredis: ['src/redis/', 'src/jobs/'],
  cookie: ['src/api/sessions/'],
  ...Object.fromEntries(
    'fastify negotiator @fastify/cookie @fastify/helmet @fastify/swagger @fastify/swagger-ui @bull-board/api @bull-board/fastify'
      .split(' ')
      .map(name => [name, ['src/api/']]),
  ),
  'oidc-provider': ['src/api/access/'],
  '@electric-sql/pglite': ['src/database/'],
  avsc: ['src/warehouse/open-tables/'],
  // State is one thing, a server that is read as a source another.
  pg: ['src/database/', 'src/connector/sql/postgres/', 'connectors/postgres/'],
  mysql2: ['src/connector/sql/mysql/'],
  '@aws-sdk/client-s3': ['src/storage/'],
  '@opentelemetry/api': ['src/observability/'],
  '@opentelemetry/sdk-trace-node': ['src/observability/'],
  '@opentelemetry/exporter-trace-otlp-http': ['src/observability/'],
  'bullmq-otel': ['src/observability/'],
  'prom-client': ['src/observability/', 'src/api/'],
  'openid-client': ['src/api/sign-in/'],
  undici: ['src/connector/http/', 'src/cli/', 'src/delivery/', 'src/signals/', 'src/api/sign-in/'],
  commander: ['src/cli/'],
  '@modelcontextprotocol/sdk/server/mcp.js': ['src/api/mcp/'],
  '@modelcontextprotocol/sdk/server/stdio.js': ['src/cli/mcp/'],
  nodemailer: ['src/delivery/'],
};

const environmentReaders = ['src/config/', 'src/cli/', 'scripts/'];
const connectorsMayImport = [
  'src/connector/',
  'src/resources/',
  'src/errors.ts',
  'src/nearest.ts',
  'src/known-keys.ts',
];
const connectorIndexImporters = ['src/deployment/', 'src/cli/', 'scripts/'];
const exportStatement =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
/** Folders whose rooms import one way. */
const foldersWithRooms = [
  ...['src/warehouse/', 'src/warehouse/building/', 'src/warehouse/version/', 'pipelines/', 'src/state/', 'src/config/'],
  ...['src/queries/', 'src/exports/', 'src/resources/', 'src/storage/', 'src/sandbox/', 'src/actions/', 'src/jobs/'],
  ...['src/api/', 'src/cli/', 'src/deployment/', 'src/connector/'],
];
const emptyNames = /(^|\/)(utils?|helpers?|commons?|misc|shared)(\/|\.ts$)/;
const isProgram = (path: string) => isUnder(path, ['src/', 'pipelines/', 'connectors/']);
const show = ({ from, line, target }: Import, why: string) => `${from}:${line}: imports ${target}: ${why}`;

function placeOf(path: string): { rung: number; layer: readonly string[] } | undefined {
  for (const [rung, layers] of ladder.entries()) {
    const layer = layers.find(places => isUnder(path, places));
    if (layer) return { rung, layer };
  }
  return undefined;
}

function offLadder(files: readonly SourceFile[]): string[] {
  const known = new Set(files.map(file => file.path));
  return files
    .filter(file => isUnder(file.path, ['src/', 'pipelines/']))
    .flatMap(file => {
      const own = placeOf(file.path);
      if (!own) return [`${file.path}:1: stands on no rung of the ladder`];
      return importsOf(file).flatMap(found => {
        if (!known.has(found.target)) return [];
        const target = placeOf(found.target);
        if (!target) {
          const allowed = found.target === 'connectors/index.ts' && isUnder(file.path, connectorIndexImporters);
          return allowed ? [] : [show(found, 'is on no rung that src and pipelines may import')];
        }
        if (target.layer === own.layer || target.rung < own.rung) return [];
        return [show(found, target.rung === own.rung ? 'stands beside it' : 'stands above it')];
      });
    });
}

function connectorsOutOfBounds(files: readonly SourceFile[]): string[] {
  return files
    .filter(file => /^connectors\/[^/]+\//.test(file.path))
    .flatMap(file => {
      const own = /^connectors\/[^/]+\//.exec(file.path)![0];
      // The catalogue is a set of descriptions for another connector.
      const also = own === 'connectors/catalogue/' ? ['connectors/custom-application/'] : [];
      return importsOf(file)
        .filter(({ target }) => target.includes('/') && target.endsWith('.ts'))
        .filter(({ target }) => !isUnder(target, [own, ...also, ...connectorsMayImport]))
        .map(found => show(found, 'a connector sees its own folder and the contract only'));
    });
}

function enginesOutOfPlace(files: readonly SourceFile[]): string[] {
  return files
    .filter(file => isProgram(file.path))
    .flatMap(file =>
      importsOf(file)
        .filter(({ target, typeOnly }) => !typeOnly && engines[target] && !isUnder(file.path, engines[target]))
        .map(found => show(found, `belongs to ${engines[found.target]!.join(', ')}`)),
    );
}

function environmentReads(files: readonly SourceFile[]): string[] {
  return files
    .filter(file => isProgram(file.path) && !isUnder(file.path, environmentReaders))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\bprocess\s*\.\s*env\b|\bprocess\[|import \{[^}]*\benv\b[^}]*\} from 'node:process'/g)].map(
        match => `${path}:${lineAt(text, match.index)}: reads the environment`,
      ),
    );
}

/** Each cycle once, from the file that comes first by name. Types count too: two files that need each other are one. */
function importCycles(files: readonly SourceFile[]): string[] {
  const known = new Set(files.map(file => file.path));
  return cyclesOf(
    new Map(
      files.map(file => [file.path, importsOf(file).flatMap(({ target }) => (known.has(target) ? [target] : []))]),
    ),
  );
}

/** Cycles between the rooms of a folder: its folders, and its files by themselves. */
function roomCycles(files: readonly SourceFile[], folder: string): string[] {
  const roomOf = (path: string) => path.slice(folder.length).split('/')[0]!;
  const inside = files.filter(file => file.path.startsWith(folder));
  const rooms = Map.groupBy(inside, ({ path }) => roomOf(path));
  return cyclesOf(
    new Map(
      [...rooms].map(([room, of]) => {
        const targets = of.flatMap(importsOf).filter(({ target }) => target.startsWith(folder));
        return [room, targets.map(({ target }) => roomOf(target)).filter(target => target !== room)];
      }),
    ),
  ).map(cycle => `${folder}: ${cycle}`);
}

/** @param graph node → the nodes that it needs */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles = new Set<string>();
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]) => {
    const seenAt = trail.indexOf(path);
    if (seenAt !== -1) {
      const cycle = trail.slice(seenAt);
      const first = cycle.indexOf(cycle.toSorted()[0]!);
      cycles.add([...cycle.slice(first), ...cycle.slice(0, first + 1)].join(' → '));
      return;
    }
    if (done.has(path)) return;
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return [...cycles];
}

// A name has one meaning, whichever file it comes from. Two connectors may use the same name, because they do not see each other.
function exportedTwice(files: readonly SourceFile[]): string[] {
  const exported = files
    .filter(file => isUnder(file.path, ['src/', 'pipelines/', 'connectors/', 'scripts/']))
    .flatMap(({ path, text }) => [...text.matchAll(exportStatement)].map(match => ({ path, name: match[1]! })));
  return [...Map.groupBy(exported, ({ name }) => name)]
    .map(([name, uses]) => ({ name, paths: [...new Set(uses.map(({ path }) => path))] }))
    .filter(({ paths }) => paths.length > 1 && !areApart(paths))
    .map(({ name, paths }) => `${name}: is exported by ${paths.join(' and ')}`);
}

/** Whether each of the files is in a connector of its own. */
function areApart(paths: readonly string[]): boolean {
  const connectors = paths.map(path => /^connectors\/([^/]+)\//.exec(path)?.[1]);
  return connectors.every(name => name !== undefined) && new Set(connectors).size === paths.length;
}

/** Rows of state have the names of their columns; SQL needs quotes for any name that is not in snake_case. */
function camelCaseRows(files: readonly SourceFile[]): string[] {
  return files
    .filter(file => isUnder(file.path, ['src/state/']))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\b(?:as|AS) "(\w*[A-Z]\w*)"/g)].map(
        match => `${path}:${lineAt(text, match.index)}: returns ${match[1]}, which is not in snake_case`,
      ),
    );
}

describe('the program', () => {
  const files = sourceFiles(['.ts', '.tsx', '.sql']).filter(({ text }) => !text.startsWith('// Generated '));
  const code = files.filter(file => /\.tsx?$/.test(file.path));
  const service = code.filter(file => !isUnder(file.path, ['src/console/'])); // see test/console/imports.test.ts

  it('has imports that run down the ladder', () => expect(offLadder(service)).toEqual([]));
  it('has connectors that see the contract only', () => expect(connectorsOutOfBounds(code)).toEqual([]));
  it('knows each engine in one place', () => expect(enginesOutOfPlace(service)).toEqual([]));
  it('reads the environment in few places', () => expect(environmentReads(code)).toEqual([]));
  it('has no import cycles', () => expect(importCycles(code)).toEqual([]));
  it('has no cycles between rooms', () =>
    expect(foldersWithRooms.flatMap(folder => roomCycles(code, folder))).toEqual([]));
  it('names what state returns in snake_case', () => expect(camelCaseRows(code)).toEqual([]));
  it('exports each name with one meaning', () => expect(exportedTwice(service)).toEqual([]));
  it('names its folders and files after something', () =>
    expect(files.map(file => file.path).filter(path => emptyNames.test(path))).toEqual([]));
});

describe('the rules', () => {
  const file = (path: string, text = ''): SourceFile => ({ path, text });

  it('notice an import that goes up or sideways, of any form', () => {
    const files = [
      file('src/state/runs.ts', `// first\nimport { land } from '../warehouse/land.ts';\n`),
      file('src/warehouse/land.ts', `const app = await import('../api/app.ts');`),
      file('src/api/app.ts', `export {\n  build,\n} from '../../pipelines/build.ts';`),
      file('pipelines/build.ts', `import type { Role } from '../src/resources/role.ts';\nimport '../test/x.ts';`),
      file('src/resources/role.ts'),
      file('src/odd.ts'),
      file('test/x.ts'),
    ];
    expect(offLadder(files)).toEqual([
      'src/state/runs.ts:2: imports src/warehouse/land.ts: stands above it',
      'src/warehouse/land.ts:1: imports src/api/app.ts: stands above it',
      'src/api/app.ts:1: imports pipelines/build.ts: stands beside it',
      'pipelines/build.ts:2: imports test/x.ts: is on no rung that src and pipelines may import',
      'src/odd.ts:1: stands on no rung of the ladder',
    ]);
  });

  it('notice a connector that reaches past the contract', () => {
    const text = `import { z } from 'zod';\nimport { OperatorError } from '../../src/errors.ts';\nimport { open } from '../host/client.ts';\nimport '../../src/state/runs.ts';`;
    expect(connectorsOutOfBounds([file('connectors/ldap/index.ts', text)])).toEqual([
      'connectors/ldap/index.ts:3: imports connectors/host/client.ts: a connector sees its own folder and the contract only',
      'connectors/ldap/index.ts:4: imports src/state/runs.ts: a connector sees its own folder and the contract only',
    ]);
  });

  it('notice an engine elsewhere, and let types pass', () => {
    const text = `import type { FastifyInstance } from 'fastify';\nimport pg from 'pg';\nimport { x } from '@duckdb/node-api/lib';`;
    expect(enginesOutOfPlace([file('pipelines/build.ts', text)])).toEqual([
      'pipelines/build.ts:2: imports pg: belongs to src/database/, src/connector/sql/postgres/, connectors/postgres/',
      'pipelines/build.ts:3: imports @duckdb/node-api: belongs to src/warehouse/, src/queries/, src/exports/, src/lookups/',
    ]);
  });

  it('notice the environment, however it is read', () => {
    const text = `const a = process.env.HOME;\nimport { env } from 'node:process';\nprocess['env']`;
    expect(environmentReads([file('connectors/ldap/index.ts', text)])).toHaveLength(3);
    expect(environmentReads([file('src/config/config-file.ts', text)])).toEqual([]);
  });

  it('notice a cycle between rooms, and let files of one room need each other', () => {
    const files = [
      file('src/warehouse/parts/write.ts', `import { rows } from '../rows/rows.ts';\nimport './plan.ts';`),
      file('src/warehouse/parts/plan.ts'),
      file('src/warehouse/rows/rows.ts', `import { build } from '../build.ts';`),
      file('src/warehouse/build.ts', `import { plan } from './parts/plan.ts';`),
    ];
    expect(roomCycles(files, 'src/warehouse/')).toEqual(['src/warehouse/: build.ts → parts → rows → build.ts']);
    expect(roomCycles(files.slice(0, 3), 'src/warehouse/')).toEqual([]);
  });

  it('notice a cycle, once', () => {
    const files = [
      file('src/a/b.ts', `import './c.ts';`),
      file('src/a/c.ts', `import './a.ts';`),
      file('src/a/a.ts', `import './b.ts';`),
      file('src/a/d.ts', `import './b.ts';`),
    ];
    expect(importCycles(files)).toEqual(['src/a/a.ts → src/a/b.ts → src/a/c.ts → src/a/a.ts']);
  });

  it('notice a row of state that is not in snake_case', () => {
    const text = 'const columns = `run_id, created_at AS "createdAt"`;\nconst other = \'select a as "b_c"\';';
    expect(camelCaseRows([file('src/state/runs.ts', text), file('src/warehouse/x.ts', text)])).toEqual([
      'src/state/runs.ts:1: returns createdAt, which is not in snake_case',
    ]);
  });

  it('notice a name that two files export', () => {
    const files = [
      file('src/state/runs.ts', 'export interface Run {}\nexport type Entry = string;'),
      file('src/jobs/queue.ts', 'export async function* Run() {}\nexport type { Entry } from "../state/runs.ts";'),
      file('test/x.ts', 'export const Entry = 1;'),
      ...['connectors/one/ids.ts', 'connectors/two/ids.ts'].map(path => file(path, 'export const idOf = 1;')),
      ...['connectors/one/a.ts', 'connectors/one/b.ts'].map(path => file(path, 'export const seam = 1;')),
    ];
    expect(exportedTwice(files)).toEqual([
      'Run: is exported by src/state/runs.ts and src/jobs/queue.ts',
      'seam: is exported by connectors/one/a.ts and connectors/one/b.ts',
    ]);
  });
});
