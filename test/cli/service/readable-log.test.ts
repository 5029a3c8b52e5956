// The log and the progress of runs on one terminal, and the log in a pipe.
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { logOf } from '../../../src/cli/service/readable-log.ts';
import { createSyncView } from '../../../src/cli/sources/sync-view.ts';
import { parseConfig } from '../../../src/config/config-file.ts';

const configWith = (text: string) => parseConfig(text, '/nowhere/rolecall.yaml', {}, {});

/** Lines of a terminal after everything was written: the view moves up and erases down, nothing else. Longer lines of narrow characters fold. */
function screen(written: string, columns = 80): string[] {
  const lines: string[] = [];
  for (const part of written.split(/(\u001b\[\d+A\u001b\[0J)/)) {
    const up = /^\u001b\[(\d+)A/.exec(part);
    if (up) lines.splice(lines.length - Number(up[1]));
    else {
      for (const line of part.split('\n').slice(0, -1)) {
        const folded = line.match(new RegExp(`.{1,${columns}}`, 'gu')) ?? [''];
        lines.push(...folded);
      }
    }
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
    '… app  1 type, 9 rows  Account',
  ]);
});

it('has one line for each source, and keeps what is pinned in view below it', () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 40, rows: 12 });
  const view = createSyncView(terminal as unknown as NodeJS.WriteStream);
  const link = `Sign in  http://127.0.0.1:8080/${'x'.repeat(20)}`;
  const written: string[] = [];
  const shown = () => screen(written.join(''), 40);
  const say = (event: object) => {
    view.show(event as never);
    // A view draws at most every 80 ms; a log line is shown at once.
    view.print('');
    written.push(String(terminal.read()));
  };
  view.pin([link]);
  written.push(String(terminal.read()));
  for (const [type, rows] of [
    ['Account', 1200],
    ['Role', 5],
  ]) {
    for (const status of ['Running', 'Complete']) {
      say({ kind: 'read', runId: 'r1', sourceId: 'app', type, rows, rejected: 1, status });
      say({ kind: 'read', runId: 'r2', sourceId: '日本🙂'.repeat(8), type, rows, rejected: 0, status });
    }
  }
  const [app, other, ...pinned] = shown();
  expect(app).toBe('… app  2 types, 1 205 rows, 2 rejected…');
  expect(other).toMatch(/^… 日本.*…$/u);
  expect(`${app}${other}`).not.toContain('\ufffd');
  expect(pinned.join('')).toBe(link);
  say({ kind: 'run', runId: 'r1', sourceId: 'app', status: 'Partial', error: 'no \u001b[2J rights' });
  expect(shown().slice(0, 2)).toEqual(['app  2 types, 1 205 rows, 2 rejected  pa', 'rtial: no <U+001B>[2J rights']);
  expect(shown().slice(-2).join('')).toBe(link);
  view.end();
  written.push(String(terminal.read()));
  expect(shown()).toHaveLength(2);
});

it('is JSON when that is asked for', () => {
  const printed: string[] = [];
  const log = logOf(configWith('{log_format: json, log_level: silent}'), undefined, text => printed.push(text));
  log.error('not printed by the view');
  expect(printed).toEqual([]);
});
