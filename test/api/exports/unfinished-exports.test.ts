// Exports that a service does not finish: the next service process writes them, and those that take too long fail.

import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account } from '../../flows/resources.ts';
import { exportsAs } from '../../support/exports.ts';
import { pagesOf, type Script, sampleRecord } from '../../support/scripted-source.ts';
import { startService, temporaryFolder } from '../../support/service/service.ts';

const context = 'accessInventoryAccounts';
const script: Script = { Account: pagesOf(Array.from({ length: 1000 }, (_, index) => sampleRecord(account, index))) };

describe('an export', () => {
  const folder = temporaryFolder();
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  const open = (work: readonly ('extract' | 'build' | 'export')[], settings = {}) =>
    startService({ folder, sources: { app: script }, work, settings });
  let whole: Buffer;

  beforeAll(async () => {
    const test = await open(['extract', 'build']);
    await test.sync();
    whole = (await exportsAs(test, await test.token()).stream(context)).bytes;
    await test.close();
  });

  it('that was requested before the service ended is written by the next process', async () => {
    const former = await open(['extract', 'build']);
    const token = await former.token();
    const { id } = (await exportsAs(former, token).create(context)).body;
    await former.close();
    const next = await open(['export']);
    try {
      const exporting = exportsAs(next, token);
      const ended = await exporting.ended(id);
      expect(ended).toMatchObject({ status: 'completed' });
      expect((await exporting.fetch(ended.url)).bytes.equals(whole)).toBe(true);
    } finally {
      await next.close();
    }
  });

  it('that exceeds its time fails with a code', async () => {
    const test = await open(['export'], { export: { time: '0s' } });
    try {
      const exporting = exportsAs(test, await test.token());
      const ended = await exporting.ended((await exporting.create(context)).body.id);
      expect(ended).toMatchObject({ status: 'failed', error: { code: 'EXPORT_TOO_LARGE' } });
      expect((await exporting.stream(context)).status).toBe(503);
    } finally {
      await test.close();
    }
  });
});
