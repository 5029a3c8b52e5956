// A process that creates groups in a simulated application: folder, name, how many. It prints each name once it is confirmed.
import { simulated } from '../../../connectors/simulated/index.ts';
import { actionOf, contextOf } from './application.ts';

const [folder, name, groups] = process.argv.slice(2) as [string, string, string];
const client = await simulated.open({ file: 'data/desk.db', seed: 'seed.json' }, contextOf({ folder }));
const action = actionOf('CreateUserGroup');
for (let index = 0; index < Number(groups); index += 1) {
  const target = { groupName: `${name}-${index}` };
  await action.apply(client, target, { image: await action.observe(client, target), beforeDisabling: undefined });
  process.stdout.write(`${target.groupName}\n`);
}
await simulated.close!(client);
