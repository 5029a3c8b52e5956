// The log and the progress of runs on one terminal, and the log in a pipe.
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { logOf } from '../../../src/cli/service/readable-log.ts';
import { createSyncView } from '../../../src/cli/sources/sync-view.ts';
import { parseConfig } from '../../../src/config/config-file.ts';

const configWith = (text: string) => parseConfig(text, '/nowhere/rolecall.yaml', {}, {});

/** Lines of a terminal after everything was written: the view moves up and erases down, nothing else. */
function screen(written: string): string[] {
  const lines: string[] = [];
  for (const part of written.split(/(\u001b\[\d+A\u001b\[0J)/)) {
    const up = /^\u001b\[(\d+)A/.exec(part);
    if (up) lines.splice(lines.length - Number(up[1]));
    else lines.push(...part.split('\n').slice(0, -1));
  }
  return lines;
}

it('is readable, above the progress, and without the control characters of a source', () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  const view = createSyncView(terminal as unknown as NodeJS.WriteStream);
  const log = logOf(configWith('log_format: readable'), undefined, view.print);
  const read = { kind: 'read', runId: 'r', sourceId: 'app', type: 'Account', rejected: 0 } as never as object;
  view.show({ ...read, status: 'Running', rows: 5 } as never);
  log.warn({ source: 'app' }, 'says \u001b[31mred\u202e');
  view.show({ ...read, status: 'Complete', rows: 9 } as never);
  const shown = screen(String(terminal.read()));
  expect(shown.join()).not.toContain('\u001b');
  expect(shown).toEqual([
    expect.stringMatching(/^\[\d\d:\d\d:\d\d\] WARN: says (<U\+001B>)?\[31mred<U\+202E> \{"source":"app"\}$/),
    'app  Account  9 rows  complete',
  ]);
});

it('is JSON when that is asked for', () => {
  const printed: string[] = [];
  const log = logOf(configWith('{log_format: json, log_level: silent}'), undefined, text => printed.push(text));
  log.error('not printed by the view');
  expect(printed).toEqual([]);
});
