// The cost of a sync that reads almost nothing.
import path from 'node:path';
import type { Bench } from '../bench.ts';
import { run } from '../child.ts';
import { median, seconds } from '../table.ts';

const records = 12;
const fullRounds = 7;

export async function measureSmallSync(bench: Bench): Promise<void> {
  const rounds = bench.effort(fullRounds, 2);
  bench.say(`small: ${rounds} syncs of ${records} records of every type`);
  const folder = path.join(bench.folder, 'small-sync');
  const taken = await run<{ landed: number; published: number }[]>('service/small-sync.ts', {
    folder,
    records,
    rounds,
  });
  // The first sync opens DuckDB and starts the processes, which the later ones reuse.
  const later = taken.slice(1);
  bench.report({
    what: `sync of ${records} records of every type, embedded, median of ${later.length}`,
    ours: `${seconds(median(later.map(({ published }) => published)))}, landed after ${seconds(median(later.map(({ landed }) => landed)))}`,
    peer: '',
    ratio: '',
    target: '',
  });
}
