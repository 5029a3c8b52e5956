import { it } from 'vitest';
import { exportRecords } from '/work/main/test/support/export-records.ts';
import { startService } from '/work/main/test/support/service/service.ts';

it('x', async () => {
  const t = await startService({ sources: { app: exportRecords() } });
  const t0 = performance.now();
  const { build } = await t.sync();
  console.log('ms', performance.now() - t0, build.status, build.error);
  await t.close();
});
