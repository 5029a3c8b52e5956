// A real terminal: nothing that sources say steers it, and tables fit it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/service/service.ts';
import { copyState } from '../support/service/state-copy.ts';

const hasScript = spawnSync('sh', ['-c', 'command -v script']).status === 0;
const program = path.resolve(import.meta.dirname, '../../src/cli/main.ts');

it.skipIf(!hasScript)('shows no escape of a source raw (skipped without script)', () => {
  const folder = temporaryFolder();
  const write = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  };
  const escapes = '\u001b[31mred\u009b2J\u202eturned';
  const quoted = (text: string) =>
    JSON.stringify(text).replaceAll(/[\u0080-\uffff]/g, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const mapping = (file: string) =>
    `application: { name: X }\nobjects:\n  Department:\n    file: ${quoted(file)}\n    fields: { id: id, name: name, managerEmail: made }\n`;
  write('good/config/x.yaml', mapping('d.csv'));
  write('good/rawdata/d.csv', `id,name,made\n1,Law ${escapes},law@example.org\n2,Tax,${escapes}\n"3,open`);
  write('broken/config/x.yaml', mapping(`${escapes}.csv`));
  write('broken/rawdata/d.csv', 'id,name,made\n');
  const sources = ['good', 'broken'].map(
    id => `  - {id: ${id}, connector: custom-application, settings: {folder: ${id}}}\n`,
  );
  write('rolecall.yaml', `data_dir: data\nlog_level: silent\nlisten: {port: 0}\nsources:\n${sources.join('')}`);
  copyState(path.join(folder, 'data/state'));
  const shown = ['sources check', 'sync', 'sources', 'runs', 'doctor'].map(command => {
    const line = `stty cols 80; ${process.execPath} ${program} --config rolecall.yaml ${command}`;
    const { stdout } = spawnSync('script', ['-qefc', line, '/dev/null'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    });
    // The progress of a sync moves the cursor itself.
    return stdout.replaceAll(/\u001b\[\d+A\u001b\[0J|\r/g, '');
  });
  for (const text of shown) expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  const [check, sync, list, runs] = shown as [string, string, string, string];
  for (const text of [check, sync, list]) expect(text).toContain('<U+001B>[31mred<U+009B>2J<U+202E>turned');
  // What tells rows apart and what is wrong stays in view at 80 columns.
  expect(list).toMatch(/^SOURCE .*LAST RUN .*REJECTED .*HELD BACK$/m);
  expect(runs).toMatch(/^SOURCE .*STATUS .*HELD BACK$/m);
  const rows = `${list}${runs}`.split('\n').filter(line => /^(SOURCE|good|broken) /.test(line));
  expect(rows.map(line => line.length).filter(length => length > 80)).toEqual([]);
  expect(rows).toHaveLength(6);
});
