// rolecall sources add and draft: make a source of a connector, of an exported file or of a list of an API, and add it to the configuration.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { connectors } from '../../../connectors/index.ts';
import { type NewSource, withSourceAdded } from '../../config/add-source.ts';
import { type Config, chosenTenant, loadConfig, parseConfig } from '../../config/config-file.ts';
import { type Connector, type SourceDraft, SourceError } from '../../connector/contract.ts';
import { isTransient } from '../../connector/transient.ts';
import { exampleMappings, writeDraft } from '../../deployment/source-setup/draft-folder.ts';
import { availableConnectors } from '../../deployment/sources/available-connectors.ts';
import { OperatorError } from '../../errors.ts';
import { nearestHint } from '../../nearest.ts';
import type { CommonOptions } from '../deployment.ts';
import { printLine } from '../output.ts';

export interface AddSourceOptions {
  /** The exported file; undefined: the source is read by a connector as it is. */
  readonly from?: string;
  /** Type of the connector; default: the one that is called like the source. */
  readonly connector?: string;
  /** Folder to make; default: `sources/<id>` beside the configuration. */
  readonly folder?: string;
  /** Name of an example; default: the example whose columns the file has, or else a guess. */
  readonly mapping?: string;
}

/** @throws OperatorError when the id or the folder is taken, or the file cannot be read */
export async function addSource(
  options: CommonOptions,
  id: string,
  { from, connector: type, folder, mapping }: AddSourceOptions,
): Promise<void> {
  if (from === undefined) return addSourceOf(options, id, type ?? id);
  if (type !== undefined)
    throw new OperatorError('--connector and --from exclude each other: a file has the connector custom-application');
  const place = placeOfSource(options, id, folder);
  const connector = connectors.find(({ draft }) => draft)!;
  const drafted = await explained(connector.draft!(from, { name: id, example: mapping, examples: exampleMappings }));
  writeSource(place, connector.type, drafted, {});
}

/** A source with the settings that its connector requires, each from a variable of the environment. */
async function addSourceOf(options: CommonOptions, id: string, type: string): Promise<void> {
  const place = placeInConfig(options, id);
  const known = await availableConnectors(place.config);
  const connector = known.find(candidate => candidate.type === type);
  if (!connector) {
    const hint = nearestHint(
      type,
      known.map(candidate => candidate.type),
    );
    throw new OperatorError(`there is no connector \`${type}\`; ${hint}. For an exported file, add --from FILE`);
  }
  const required = requiredSettings(connector);
  const names = required.map(({ name }) => [name, `\${${variableOf(id, name)}}`] as const);
  const source = { id, connector: type, settings: Object.fromEntries(names) };
  addToConfig(place, source, Object.fromEntries(required.map(({ name }) => [variableOf(id, name), 'unset'])));
  for (const { name, description } of required) {
    printLine(`Set ${variableOf(id, name)} here and where the service runs: ${description}.`);
  }
  printLine(`Next: rolecall sources check ${id}`);
}

function requiredSettings({ settings }: Connector): { readonly name: string; readonly description: string }[] {
  const schema = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' });
  return (schema.required ?? []).map(name => {
    const { description = name } = schema.properties![name] as { description?: string };
    return { name, description };
  });
}

export interface DraftSourceOptions {
  /** `name: value`, each. */
  readonly header: readonly string[];
  /** Id of the source; default: the name of the host. */
  readonly id?: string;
  /** Folder to make; default: `sources/<id>` beside the configuration. */
  readonly folder?: string;
}

/** @throws OperatorError when the id or the folder is taken, or the address gives no list */
export async function draftSource(
  options: CommonOptions,
  address: string,
  { header, id: given, folder }: DraftSourceOptions,
): Promise<void> {
  const id = given ?? idOfAddress(address);
  const place = placeOfSource(options, id, folder);
  const connector = connectors.find(({ draftFromApi }) => draftFromApi)!;
  const headers = Object.fromEntries(header.map(headerOf));
  const context = {
    applicationInstanceId: randomUUID(),
    signal: AbortSignal.timeout(draftMs),
    baseFolder: place.config.folder,
  };
  const drafted = await explained(connector.draftFromApi!(address, { name: id, headers, context }));
  // What was given as headers may be secret: the configuration takes it from the environment.
  const variables = new Map(Object.keys(headers).map(name => [name, variableOf(id, name)]));
  const names = Object.fromEntries([...variables].map(([name, variable]) => [name, `\${${variable}}`]));
  const http = { ...drafted.settings['http'], ...(variables.size > 0 && { headers: names }) };
  const environment = Object.fromEntries([...variables].map(([name, variable]) => [variable, headers[name]!]));
  writeSource(place, connector.type, drafted, { ...drafted.settings, http }, environment);
}

/** A draft takes a few requests. */
const draftMs = 120_000;

function headerOf(text: string): [string, string] {
  const [, name, value] = /^([!#$%&'*+.^`|~\w-]+):\s*(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined || /[\r\n]/.test(value)) {
    throw new OperatorError('a header is written as `name: value`, for example --header "authorization: Bearer …"');
  }
  return [name.toLowerCase(), value];
}

const variableOf = (id: string, header: string) => `${id}_${header}`.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');

/** The host of an address without what hosts of APIs have in common: `tickets` for https://api.tickets.example.org. */
function idOfAddress(address: string): string {
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  const parts = host.split('.').filter(part => !/^(api|www|app|\d+)$/.test(part));
  return parts[0]?.replaceAll(/[^a-z0-9_-]/g, '') || 'api';
}

interface PlaceInConfig {
  readonly id: string;
  readonly config: Config;
  readonly tenant: string;
}

/** The command that adds a file, with an id like the file's name. */
function addOfFile(file: string): string {
  const id = path
    .parse(file)
    .name.toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+/, '');
  return `rolecall sources add ${id.slice(0, 63) || 'ID'} --from ${file}`;
}

interface PlaceOfSource extends PlaceInConfig {
  /** Folder to make. */
  readonly target: string;
}

function placeInConfig(options: CommonOptions, id: string): PlaceInConfig {
  const config = loadConfig(options.config, { dataDir: options.dataDir });
  const tenant = chosenTenant(config, options.tenant);
  if (tenant.sources.some(source => source.id === id)) throw new OperatorError(`there is a source \`${id}\` already`);
  if (!/^[a-z0-9][a-z0-9_-]{0,62}$/.test(id)) {
    const rule = `${id}: an id has lowercase letters, digits, "-" and "_", at most 63 of them`;
    throw new OperatorError(fs.existsSync(id) ? `${rule}; a file is given behind an id: ${addOfFile(id)}` : rule);
  }
  return { id, config, tenant: tenant.name };
}

function placeOfSource(options: CommonOptions, id: string, folder: string | undefined): PlaceOfSource {
  const place = placeInConfig(options, id);
  const target = path.resolve(folder ?? path.join(place.config.folder, 'sources', id));
  if (fs.existsSync(target)) throw new OperatorError(`${target} is there already; name another folder with --folder`);
  return { ...place, target };
}

/** @param environment variables that the settings name, and that have to be set before the source is used */
function writeSource(
  place: PlaceOfSource,
  connector: string,
  drafted: SourceDraft,
  more: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string>> = {},
): void {
  const { id, config, target } = place;
  writeDraft(target, drafted);
  printLine(`Wrote ${path.join(target, drafted.main)}: ${drafted.origin}.`);
  const { chosenByValues = [] } = drafted;
  for (const { field, column } of chosenByValues) {
    printLine(`Confirm there: ${field} is taken from the column ${column}, because its values fit.`);
  }
  const given = path.relative(config.folder, target);
  const settings = { folder: given.startsWith('..') ? target : given, ...more };
  addToConfig(place, { id, connector, settings }, environment);
  for (const variable of Object.keys(environment)) {
    printLine(`Set ${variable} to the value of the header, here and where the service runs.`);
  }
  printLine(`Next: rolecall sources check ${id}`);
}

function addToConfig(
  { id, config, tenant }: PlaceInConfig,
  source: NewSource,
  environment: Readonly<Record<string, string>>,
): void {
  const text = fs.readFileSync(config.file, 'utf8');
  const changed = withSourceAdded(text, source, /^tenants:/m.test(text) ? tenant : undefined);
  if (changed !== undefined && isReadable(config, changed, id, environment)) {
    fs.writeFileSync(config.file, changed);
    printLine(`Added the source ${id} to ${config.file}.`);
  } else {
    printLine(`Add this to the sources in ${config.file}:`);
    printLine(`  - ${JSON.stringify(source)}`);
  }
}

async function explained<Draft>(draft: Promise<Draft>): Promise<Draft> {
  try {
    return await draft;
  } catch (cause) {
    if (cause instanceof SourceError || isTransient(cause))
      throw new OperatorError((cause as Error).message, { cause });
    throw cause;
  }
}

/** Whether the changed text is a configuration with the new source. */
function isReadable(config: Config, text: string, id: string, environment: Readonly<Record<string, string>>): boolean {
  try {
    const { tenants } = parseConfig(text, config.file, {}, { ...process.env, ...environment });
    return tenants.some(({ sources }) => sources.some(source => source.id === id));
  } catch {
    return false;
  }
}
