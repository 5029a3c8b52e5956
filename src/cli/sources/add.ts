// rolecall sources add: makes a source of an exported file, and adds it to the configuration.
import fs from 'node:fs';
import path from 'node:path';
import { connectors } from '../../../connectors/index.ts';
import { withSourceAdded } from '../../config/add-source.ts';
import { type Config, chosenTenant, loadConfig, parseConfig } from '../../config/config-file.ts';
import { type Connector, type SourceDraft, SourceError } from '../../connector/contract.ts';
import { OperatorError } from '../../errors.ts';
import type { CommonOptions } from '../deployment.ts';
import { printLine } from '../output.ts';

const examples = path.join(import.meta.dirname, '../../../examples/mappings');

export interface AddSourceOptions {
  /** The exported file. */
  readonly from: string;
  /** Folder to make; default: `sources/<id>` beside the configuration. */
  readonly folder?: string;
  /** Name of an example; default: the example whose columns the file has, or else a guess. */
  readonly mapping?: string;
}

/** @throws OperatorError when the id or the folder is taken, or the file cannot be read */
export async function addSource(
  options: CommonOptions,
  id: string,
  { from, folder, mapping }: AddSourceOptions,
): Promise<void> {
  const config = loadConfig(options.config, { dataDir: options.dataDir });
  const tenant = chosenTenant(config, options.tenant);
  if (tenant.sources.some(source => source.id === id)) throw new OperatorError(`there is a source \`${id}\` already`);
  if (!/^[a-z0-9][a-z0-9_-]{0,62}$/.test(id)) {
    throw new OperatorError(`${id}: an id has lowercase letters, digits, "-" and "_", at most 63 of them`);
  }
  const target = path.resolve(folder ?? path.join(config.folder, 'sources', id));
  if (fs.existsSync(target)) throw new OperatorError(`${target} is there already; name another folder with --folder`);
  const connector = connectors.find(({ draft }) => draft)!;
  const drafted = await draftOf(connector, from, { name: id, example: mapping, examples });
  writeFolder(target, drafted);
  printLine(`Wrote ${path.join(target, drafted.main)}: ${drafted.origin}.`);
  const given = path.relative(config.folder, target);
  const settings = { folder: given.startsWith('..') ? target : given };
  const text = fs.readFileSync(config.file, 'utf8');
  const source = { id, connector: connector.type, settings };
  const changed = withSourceAdded(text, source, /^tenants:/m.test(text) ? tenant.name : undefined);
  if (changed !== undefined && isReadable(config, changed, id)) {
    fs.writeFileSync(config.file, changed);
    printLine(`Added the source ${id} to ${config.file}.`);
  } else {
    printLine(`Add this to the sources in ${config.file}:`);
    printLine(`  - ${JSON.stringify(source)}`);
  }
  printLine(`Next: rolecall sources check ${id}`);
}

async function draftOf(
  connector: Connector,
  from: string,
  options: Parameters<NonNullable<Connector['draft']>>[1],
): Promise<SourceDraft> {
  try {
    return await connector.draft!(from, options);
  } catch (cause) {
    if (cause instanceof SourceError) throw new OperatorError(cause.message, { cause });
    throw cause;
  }
}

function writeFolder(target: string, { texts, copies }: SourceDraft): void {
  const place = (file: string) => {
    const absolute = path.join(target, file);
    fs.mkdirSync(path.dirname(absolute), { recursive: true });
    return absolute;
  };
  try {
    for (const [file, text] of texts) fs.writeFileSync(place(file), text, { flag: 'wx' });
    for (const [file, from] of copies) fs.copyFileSync(from, place(file), fs.constants.COPYFILE_EXCL);
  } catch (cause) {
    throw new OperatorError(`${target}: cannot be written (${(cause as NodeJS.ErrnoException).code})`, { cause });
  }
}

/** Whether the changed text is a configuration with the new source. */
function isReadable(config: Config, text: string, id: string): boolean {
  try {
    const { tenants } = parseConfig(text, config.file, {}, process.env);
    return tenants.some(({ sources }) => sources.some(source => source.id === id));
  } catch {
    return false;
  }
}
