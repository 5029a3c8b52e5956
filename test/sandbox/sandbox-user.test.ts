// What the user of the sandbox may read.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { canSwitchUser, letReadAll, sandboxUser } from '../../src/sandbox/sandbox-user.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rolecall-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

test.skipIf(!canSwitchUser())('a file that vanishes while a folder is made readable does not stop the rest', () => {
  const inner = path.join(folder, 'inner');
  fs.mkdirSync(inner);
  // Like a removed file, a link to nothing is listed and cannot be looked at.
  for (const name of ['a', 'c']) fs.symlinkSync(path.join(folder, 'removed'), path.join(inner, name));
  fs.writeFileSync(path.join(inner, 'b'), '');
  fs.writeFileSync(path.join(folder, 'last'), '', { mode: 0o600 });
  letReadAll(folder);
  for (const file of [inner, path.join(inner, 'b'), path.join(folder, 'last')]) {
    expect(fs.statSync(file)).toMatchObject({ gid: sandboxUser.gid });
  }
  expect(fs.statSync(path.join(folder, 'last')).mode & 0o777).toBe(0o640);
});
