// rolecall connector test: checks that a connector keeps the rules that every connector keeps.
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { chosenTenant } from '../../config/config-file.ts';
import { type ChangesToTry, changesToTry } from '../../conformance/changes-to-try.ts';
import { testConnector } from '../../conformance/conformance.ts';
import { type CheckedRule, declarationRule } from '../../conformance/declaration.ts';
import type { Connector } from '../../connector/contract.ts';
import { loadConnector } from '../../deployment/sources/own-connector.ts';
import { OperatorError } from '../../errors.ts';
import { nearestHint } from '../../nearest.ts';
import { type CommonOptions, configOf } from '../deployment.ts';
import { isTerminal, printJson, printLine } from '../output.ts';

export interface ConnectorTestOptions {
  /** A source of the configuration whose settings are used. */
  readonly source?: string;
  /** A file with the settings, instead. */
  readonly settings?: string;
  /** A file with a target for each operation that is tried: `DisableAccount: { accountId: u-7 }`. */
  readonly changes?: string;
}

/** @throws OperatorError when the connector breaks a rule */
export async function connectorTest(
  options: CommonOptions,
  place: string,
  chosen: ConnectorTestOptions,
): Promise<void> {
  if (chosen.source !== undefined && chosen.settings !== undefined) {
    throw new OperatorError('--source and --settings both give settings; use one of them');
  }
  const connector = await loadConnector(fs.existsSync(place) ? path.resolve(place) : place, process.cwd());
  const source = sourceOf(options, connector, chosen);
  if (chosen.changes !== undefined && !source) {
    throw new OperatorError('--changes needs a source; give --source or --settings too');
  }
  const changes = chosen.changes === undefined ? {} : { changes: changesOf(chosen.changes) };
  const rules = source ? await testConnector(connector, { ...source, ...changes }) : [declarationRule(connector)];
  for (const rule of rules) print(rule);
  if (!source) printLine('Give --source or --settings to read a source: the other rules are about that.');
  const broken = rules.filter(({ faults }) => faults.length > 0).length;
  if (broken > 0) throw new OperatorError(`${connector.type} breaks ${broken} of ${rules.length} rules`);
}

function sourceOf(options: CommonOptions, connector: Connector, { source: id, settings: file }: ConnectorTestOptions) {
  if (file !== undefined) {
    return { settings: yamlOf(file) as Record<string, unknown>, baseFolder: path.dirname(path.resolve(file)) };
  }
  if (id === undefined) return undefined;
  const config = configOf(options);
  const { sources } = chosenTenant(config, options.tenant);
  const source = sources.find(candidate => candidate.id === id);
  const known = sources.map(candidate => candidate.id);
  if (!source) throw new OperatorError(`there is no source \`${id}\`; ${nearestHint(id, known)}`);
  if (source.connector !== connector.type) {
    throw new OperatorError(`source ${id} has the connector \`${source.connector}\`, not \`${connector.type}\``);
  }
  return { settings: source.settings, baseFolder: config.folder, sourceId: id };
}

function yamlOf(file: string): unknown {
  try {
    return parse(fs.readFileSync(file, 'utf8')) ?? {};
  } catch (cause) {
    throw new OperatorError(`${file}: ${(cause as Error).message.split('\n')[0]}`, { cause });
  }
}

function changesOf(file: string): ChangesToTry {
  const { data, error } = changesToTry.safeParse(yamlOf(file));
  if (data) return data;
  const faults = error.issues.map(
    ({ path: at, message }) => `${[file, at.join('.')].filter(Boolean).join(': ')}: ${message}`,
  );
  throw new OperatorError(faults.join('\n'));
}

function print({ rule, faults, note }: CheckedRule): void {
  if (!isTerminal()) {
    printJson({ rule, faults, note });
    return;
  }
  printLine(`${faults.length === 0 ? '✓' : '✗'} ${rule}${note === undefined ? '' : ` (${note})`}`);
  for (const fault of faults) printLine(`    ${fault}`);
}
