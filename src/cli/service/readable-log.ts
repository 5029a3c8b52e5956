// The log on a terminal: a line that people can read per entry, instead of JSON.
import process from 'node:process';
import type { DestinationStream, Logger } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { Config } from '../../config/config-file.ts';
import { createLog, type ProcessRole } from '../../observability/log.ts';
import { printableText } from '../../text/printable.ts';

/**
 * The log of a process that runs on. It is readable on a terminal and JSON elsewhere, unless `log_format` says which.
 * @param print shows lines on the terminal; default: writes them to standard error
 */
export function logOf(
  config: Config,
  role?: ProcessRole,
  print: (text: string) => void = text => process.stderr.write(text),
): Logger {
  const isReadable = config.log_format === undefined ? process.stderr.isTTY : config.log_format === 'readable';
  return createLog(config, role, isReadable ? readable(print) : undefined);
}

function readable(print: (text: string) => void): DestinationStream {
  // Without colours: a text of a source must not contain control sequences, and all of them are removed.
  const pretty = prettyFactory({
    colorize: false,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
    singleLine: true,
  });
  return { write: line => print(`${printableText(pretty(line).trimEnd())}\n`) };
}
