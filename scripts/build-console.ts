// Builds the console from src/console into .console, with compressed copies of its files.
//   npm run console [-- --if-old]
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { consoleFolder } from '../src/api/console/console-files.ts';
import { consoleDigest, consoleIsOld, digestFile } from '../src/cli/service/console-sources.ts';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const compressible = /\.(html|js|css|svg|json|md)$/;
/** Compressing does not pay for smaller files. */
const smallestBytes = 1024;

async function build(folder: string): Promise<void> {
  // Whatever is set around it, such as `test`: otherwise React's development build is bundled, which is several times slower.
  process.env['NODE_ENV'] = 'production';
  // Loaded only when something is to be built: the bundler takes longer to load than the check above.
  const vite = await import('vite');
  await vite.build({
    configFile: path.resolve(import.meta.dirname, '../src/console/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder },
  });
}

async function compress(folder: string): Promise<void> {
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && compressible.test(entry.name))
    .map(entry => path.join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async file => {
      const bytes = fs.readFileSync(file);
      if (bytes.length < smallestBytes) return;
      const params = { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      fs.writeFileSync(`${file}.br`, await brotli(bytes, { params }));
      fs.writeFileSync(`${file}.gz`, await gzip(bytes, { level: 9 }));
    }),
  );
}

/** Readers see the former console or the new one, never a part of it; two builds at once leave one of them. */
function replace(built: string): void {
  const former = `${built}-former`;
  try {
    fs.renameSync(consoleFolder, former);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    fs.renameSync(built, consoleFolder);
  } catch (error) {
    // Another build was faster.
    if (!fs.existsSync(consoleFolder)) throw error;
  }
  fs.rmSync(former, { recursive: true, force: true });
}

export async function buildConsole(): Promise<void> {
  const digest = consoleDigest();
  if (digest === undefined) throw new Error('this program has no sources of the console');
  const folder = `${consoleFolder}-${process.pid}`;
  try {
    await build(folder);
    await compress(folder);
    fs.writeFileSync(path.join(folder, digestFile), digest);
    replace(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const unknown = process.argv.slice(2).find(option => option !== '--if-old');
  if (unknown !== undefined) {
    console.error(`build-console: unknown option ${unknown}; the only one is --if-old`);
    process.exitCode = 2;
  } else if (!process.argv.includes('--if-old') || consoleIsOld()) await buildConsole();
}
