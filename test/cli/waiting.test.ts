// A command meets a data directory that another process has open and does not answer for.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { onceFree } from '../../src/cli/deployment.ts';
import { openOnlyWorkspace, requireFree } from '../../src/storage/workspace.ts';
import { temporaryFolder } from '../support/service/service.ts';

it('gives up with one sentence when the other process does not answer in time', async () => {
  const folder = temporaryFolder();
  const workspace = await openOnlyWorkspace(path.join(folder, 'data'));
  try {
    await expect(onceFree(() => requireFree(path.join(folder, 'data')), 0)).rejects.toThrow(
      /data\/tenants is open in another process, which has answered no command for 0 seconds\. Try again once it is up, or stop it$/,
    );
  } finally {
    await workspace.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
