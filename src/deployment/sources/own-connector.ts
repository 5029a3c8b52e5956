// Loads a connector that is not shipped: a folder, or an npm package.
import '../../value-problems.ts';
import fs from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Connector } from '../../connector/contract.ts';
import { OperatorError } from '../../errors.ts';

/** What connectors import. It is resolved here, so that a connector shares the classes of this service instead of having copies. */
const specifier = 'rolecall/connector';
let isProvided = false;

function provideContract(): void {
  if (isProvided) return;
  isProvided = true;
  const url = new URL('../../connector/index.ts', import.meta.url).href;
  registerHooks({
    resolve: (wanted, context, next) => (wanted === specifier ? { url, shortCircuit: true } : next(wanted, context)),
  });
}

/**
 * @param name a path that begins with `./`, `../` or `/`, or the name of a package
 * @param folder relative paths start here, and packages are looked for in its node_modules and those above it
 * @throws OperatorError when there is nothing, when it cannot be loaded, or when it is no connector
 */
export async function loadConnector(name: string, folder: string): Promise<Connector> {
  const entry = entryOf(
    /^\.{0,2}\//.test(name) || name === '.' || name === '..' ? path.resolve(folder, name) : packageFolder(name, folder),
  );
  provideContract();
  let loaded: Record<string, unknown>;
  try {
    loaded = await import(pathToFileURL(entry).href);
  } catch (cause) {
    throw new OperatorError(`${entry} cannot be loaded: ${reasonOf(cause)}`, { cause });
  }
  return connectorIn(loaded, entry);
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING') return `${message ?? error}`.split('\n')[0]!;
  return 'Node.js runs no TypeScript in node_modules; a package has to hold JavaScript';
}

/** As Node.js looks packages up: in each node_modules on the way to the root. */
function packageFolder(name: string, folder: string): string {
  for (let at = folder; ; at = path.dirname(at)) {
    const candidate = path.join(at, 'node_modules', name);
    if (fs.existsSync(candidate)) return candidate;
    if (at === path.dirname(at)) break;
  }
  throw new OperatorError(
    `there is no package of that name in ${path.join(folder, 'node_modules')} or above it; install it there, or write a folder as ./${name}`,
  );
}

const entryNames = ['index.ts', 'index.mts', 'index.js', 'index.mjs'];

/** The file to load: what package.json names, or the index of the folder. */
function entryOf(place: string): string {
  const stat = fs.statSync(place, { throwIfNoEntry: false });
  if (!stat) throw new OperatorError(`there is no ${place}`);
  if (stat.isFile()) return place;
  const named = entryInManifest(path.join(place, 'package.json'));
  const candidates = named === undefined ? entryNames : [named];
  const entry = candidates.map(name => path.join(place, name)).find(file => fs.existsSync(file));
  if (entry) return entry;
  throw new OperatorError(`${place} has no ${candidates.join(', ')}`);
}

function entryInManifest(file: string): string | undefined {
  if (!fs.existsSync(file)) return undefined;
  let manifest: { exports?: unknown; main?: unknown };
  try {
    manifest = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new OperatorError(`${file} is not JSON: ${(cause as Error).message}`, { cause });
  }
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const member = (value: unknown, name: string) => (value as Record<string, unknown> | null | undefined)?.[name];
  const root = member(manifest.exports, '.') ?? manifest.exports;
  return text(root) ?? text(member(root, 'import')) ?? text(member(root, 'default')) ?? text(manifest.main);
}

const method = z.custom<unknown>(value => typeof value === 'function', 'must be a function');

const shape = z.object({
  type: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be lowercase letters, digits, "-" or "_", as sources will name it'),
  title: z.string().min(1),
  description: z.string().min(1),
  settings: z.custom<unknown>(
    value => value instanceof z.ZodObject,
    `must be a zod object, made with the z of '${specifier}': z.strictObject({ … })`,
  ),
  open: method,
  check: method,
  reads: method,
  close: method.optional(),
});

/** The default export, or the only export that is a connector. */
function connectorIn(loaded: Record<string, unknown>, entry: string): Connector {
  const looksLikeOne = (value: unknown) =>
    typeof value === 'object' && value !== null && 'type' in value && 'reads' in value;
  const candidates = loaded.default === undefined ? Object.values(loaded).filter(looksLikeOne) : [loaded.default];
  if (candidates.length !== 1) {
    throw new OperatorError(
      `${entry} exports ${candidates.length === 0 ? 'no connector' : 'several connectors'}; it must have one: export default defineConnector({ … })`,
    );
  }
  const parsed = shape.safeParse(candidates[0]);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'its export'}: ${message}`);
    throw new OperatorError(`${entry} is no connector: ${faults.join('; ')}`);
  }
  return candidates[0] as Connector;
}
