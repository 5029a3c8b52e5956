// The formats in which commands print rows.
import type { Command } from 'commander';
import { OperatorError } from '../errors.ts';

/** `json` is one array, `ndjson` one object a line. */
const formats = ['table', 'csv', 'json', 'ndjson', 'markdown'] as const;
export type Format = (typeof formats)[number];

/**
 * Add the option `--format` to a command that prints rows.
 * @param inPipe what it prints without the option where the output is no terminal
 * @param onTerminal the same on a terminal
 */
export function addFormat(command: Command, inPipe: 'csv' | 'ndjson', onTerminal = 'table'): Command {
  const usual = `default: ${onTerminal} on a terminal, ${inPipe} in a pipe`;
  return command.option('--format <format>', `table, csv, json, ndjson or markdown; ${usual}`, parseFormat);
}

/** @throws OperatorError that names the formats */
function parseFormat(text: string): Format {
  const known = formats.find(format => format === text);
  if (known) return known;
  throw new OperatorError(`--format ${text}: must be one of ${formats.join(', ')}`);
}
