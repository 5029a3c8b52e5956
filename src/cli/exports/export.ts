// rolecall export: requests an export, waits for it, downloads it, and verifies its size and hash.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import process from 'node:process';
import { type Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '../../errors.ts';
import type { ExportContext } from '../../exports/context-file.ts';
import { exportContext, exportContextNames } from '../../exports/contexts.ts';
import { type ExportFormat, offeredName } from '../../exports/export-file.ts';
import { knownHint } from '../../nearest.ts';
import { connectApi } from '../api/api-client.ts';
import type { AsOfOption } from '../as-of.ts';
import type { CommonOptions } from '../deployment.ts';
import { counted, grouped, isTerminal } from '../output.ts';
import { type ProgressLine, progressOn } from '../progress-line.ts';
import { completedExport, type ExportManifest } from './completed-export.ts';
import { parseFilter, parseSort } from './export-params.ts';

export interface ExportOptions extends AsOfOption {
  readonly filter: readonly string[];
  readonly sort: readonly string[];
  readonly format?: string;
  readonly output?: string;
}

/** Write an export to a file, or to standard output unless that is a terminal. Exit code 130 when it is cancelled. */
export async function runExport(common: CommonOptions, name: string, options: ExportOptions): Promise<void> {
  const context = contextNamed(name);
  const { asOf } = options;
  const params = {
    filterBy: options.filter.map(text => parseFilter(context, text)),
    sortBy: options.sort.map(text => parseSort(context, text)),
    ...(options.format !== undefined && { format: options.format }),
  };
  const api = await connectApi(common);
  const cancel = new AbortController();
  process.once('SIGINT', () => cancel.abort());
  const progress = progressOn(process.stderr);
  try {
    const request = { context: name, params, ...(asOf !== undefined && { asOf }) };
    const { manifest, content } = await completedExport(api, request, cancel.signal, progress);
    const file = options.output ?? (isTerminal() ? fileName(context, manifest, options) : undefined);
    if (file === undefined) await copyWhole(content, process.stdout, manifest, progress);
    else await writeWhole(content, file, manifest, progress);
    progress.end();
    const size = `${counted(manifest.rows, 'row')}, ${grouped(manifest.bytes)} bytes`;
    process.stderr.write(`${file ?? name}: ${size}, version ${manifest.version}, SHA-256 ${manifest.sha256}\n`);
  } catch (error) {
    progress.end();
    if (!cancel.signal.aborted) throw error;
    process.stderr.write('cancelled\n');
    process.exitCode = 130;
  }
}

/** @throws OperatorError that lists the contexts */
function contextNamed(name: string): ExportContext {
  const context = exportContext(name);
  if (context) return context;
  const names = exportContextNames();
  throw new OperatorError(`there is no context ${name}; ${knownHint(name, names)}`);
}

function fileName({ name, document }: ExportContext, { version }: ExportManifest, { format }: ExportOptions): string {
  return offeredName(name, Number(version), document?.format ?? ((format ?? 'csv') as ExportFormat));
}

/** Write to a temporary name and rename the file once it is complete. */
async function writeWhole(
  content: Readable,
  file: string,
  manifest: ExportManifest,
  progress: ProgressLine,
): Promise<void> {
  const unfinished = `${file}.unfinished`;
  try {
    await copyWhole(content, fs.createWriteStream(unfinished, { mode: 0o600 }), manifest, progress);
    fs.renameSync(unfinished, file);
  } catch (error) {
    fs.rmSync(unfinished, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || error instanceof OperatorError || (error as Error).name === 'AbortError') throw error;
    throw new OperatorError(`${file}: cannot be written (${code})`, { cause: error });
  }
}

/** @throws OperatorError when the content differs from the manifest */
async function copyWhole(
  content: Readable,
  out: Writable,
  { bytes, sha256 }: ExportManifest,
  progress: ProgressLine,
): Promise<void> {
  const digest = createHash('sha256');
  let arrived = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      arrived += chunk.length;
      progress.say(`fetching, ${Math.floor((arrived / bytes) * 100)} %`);
      done(null, chunk);
    },
  });
  await pipeline(content, counted, out, { end: out !== process.stdout });
  if (digest.digest('hex') === sha256) return;
  throw new OperatorError(`the download differs from the export: ${arrived} of ${bytes} bytes; export it again`);
}
