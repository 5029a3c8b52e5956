// The option --as-of of commands that read, and the other options that name a version.
import type { Command } from 'commander';
import { spanMs } from '../iso-time.ts';

export interface AsOfOption {
  /** As `namedVersion` returns it. */
  readonly asOf?: string | undefined;
}

/** Add the option `--as-of` to a command. */
export function addAsOf(command: Command): Command {
  return command.option(
    '--as-of <when>',
    'answer from an earlier version: its number, a date or time of ISO 8601, or a span such as 7d or 24h ago',
    namedVersion,
  );
}

/** What a user names a version by, in the forms of the API: a span becomes the time that it is ago. */
export function namedVersion(text: string): string {
  const span = spanMs(text);
  return span === undefined ? text : new Date(Date.now() - span).toISOString();
}

/** The parameter of a request. @param before `?` or `&` */
export function asOfQuery({ asOf }: AsOfOption, before: '?' | '&'): string {
  return asOf === undefined ? '' : `${before}asOf=${encodeURIComponent(asOf)}`;
}

/** The member of the body of a query. */
export function asOfBody({ asOf }: AsOfOption): { as_of?: string } {
  return asOf === undefined ? {} : { as_of: asOf };
}
