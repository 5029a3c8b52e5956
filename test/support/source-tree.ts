// The repository's own source files and their imports, for tests of the architecture.
import fs from 'node:fs';
import path from 'node:path';

export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Import {
  readonly from: string;
  readonly line: number;
  /** A file of the repository (path from its root), or a package. */
  readonly target: string;
  readonly typeOnly: boolean;
}

const root = path.join(import.meta.dirname, '../..');

/** Every file of the repository with one of these endings, without dependencies and hidden folders. */
export function sourceFiles(endings: readonly string[]): SourceFile[] {
  const exclude = (entry: fs.Dirent) => entry.name === 'node_modules' || entry.name.startsWith('.');
  return fs
    .globSync(
      endings.map(ending => `**/*${ending}`),
      { cwd: root, exclude, withFileTypes: true },
    )
    .filter(entry => entry.isFile())
    .map(entry => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort()
    .map(name => ({ path: name, text: fs.readFileSync(path.join(root, name), 'utf8') }));
}

const statement =
  /^[ \t]*(?:import|export)\s+(type\s)?(?:[\w*\s{},$]*?from\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;

/** Static imports, re-exports and dynamic imports of a file. */
export function importsOf({ path: from, text }: SourceFile): Import[] {
  return [...text.matchAll(statement)].map(match => {
    const name = match[2] ?? match[3]!;
    const target = name.startsWith('.') ? path.posix.join(path.posix.dirname(from), name) : packageOf(name);
    // The match may begin with the line breaks before the statement.
    const start = match.index + match[0].length - match[0].trimStart().length;
    return { from, line: lineAt(text, start), target, typeOnly: match[1] !== undefined };
  });
}

function packageOf(name: string): string {
  if (name.startsWith('node:')) return name;
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Whether a path is one of these places, or in one of those that end with a slash. */
export function isUnder(path: string, places: readonly string[]): boolean {
  return places.some(place => (place.endsWith('/') ? path.startsWith(place) : path === place));
}

/** One-based line of a position in a text. */
export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}
