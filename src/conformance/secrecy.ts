// Watches that no secret of the settings gets into anything that a connector yields, throws or prints.
import process from 'node:process';
import { inspect } from 'node:util';
import { redactor } from '../connector/http/redaction.ts';
import type { SecretSetting } from '../connector/secret-settings.ts';

export interface Secrecy {
  /** Look at something that came from the connector. @param where for the message, for example `a record of Account` */
  watch(where: string, value: unknown): void;
  /** Where secrets were found. They are not repeated here. */
  readonly found: readonly string[];
}

export function createSecrecy(secrets: readonly SecretSetting[]): Secrecy {
  const found = new Set<string>();
  const watched = secrets.map(({ path, value }) => ({ name: path.join('.'), redact: redactor([value]) }));
  return {
    watch(where, value) {
      if (watched.length === 0) return;
      const text = typeof value === 'string' ? value : textOf(value);
      for (const { name, redact } of watched) {
        if (redact(text) !== text) found.add(`${where} holds the value of settings.${name}`);
      }
    },
    get found() {
      return [...found];
    },
  };
}

/** Errors with their causes and own members, everything else as JSON. */
function textOf(value: unknown): string {
  if (value instanceof Error) return inspect(value, { depth: 8, maxStringLength: null });
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return inspect(value, { depth: 8, maxStringLength: null });
  }
}

/** Do `work`, and pass everything that is printed meanwhile to `see` before it is printed. */
export async function watchOutput<Result>(see: (text: string) => void, work: () => Promise<Result>): Promise<Result> {
  const streams = [process.stdout, process.stderr];
  const writes = streams.map(stream => stream.write);
  const consoles = (['log', 'info', 'warn', 'error', 'debug'] as const).map(name => [name, console[name]] as const);
  for (const [index, stream] of streams.entries()) {
    const write = writes[index]!.bind(stream) as (...args: unknown[]) => boolean;
    stream.write = (...args: unknown[]) => {
      see(String(args[0]));
      return write(...args);
    };
  }
  // A console may write to a stream of its own.
  for (const [name, print] of consoles) {
    console[name] = (...args: unknown[]) => {
      see(inspect(args, { depth: 8, maxStringLength: null }));
      print(...args);
    };
  }
  try {
    return await work();
  } finally {
    for (const [index, stream] of streams.entries()) stream.write = writes[index]!;
    for (const [name, print] of consoles) console[name] = print;
  }
}
