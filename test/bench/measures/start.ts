// The time until the first answer when a deployment starts for the second time.
import type { Bench } from '../bench.ts';
import { startService } from '../service/rolecall-server.ts';
import { median, seconds } from '../table.ts';

const fullStarts = 5;
const limitSeconds = 3;

export async function measureStart(bench: Bench): Promise<void> {
  const folder = await bench.published();
  const starts = bench.effort(fullStarts);
  bench.say(`starting the service ${starts} times`);
  const ready: number[] = [];
  const firstPage: number[] = [];
  for (let i = 0; i < starts; i += 1) {
    const service = await startService(folder);
    ready.push(service.readySeconds);
    firstPage.push(service.firstPageSeconds);
    await service.child.stop();
  }
  for (const { what, took } of [
    { what: '`up`, second start, to the first answer', took: median(ready) },
    { what: '`up`, second start, to a token and a first page', took: median(firstPage) },
  ]) {
    const target = `< ${seconds(limitSeconds)}`;
    bench.report({ what, ours: seconds(took), peer: '', ratio: '', target, met: took < limitSeconds });
  }
}
