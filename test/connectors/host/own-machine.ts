// A process whose /etc is a test's own folder. It changes its machine, and prints what the machine's tools say at each step.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { host } from '../../../connectors/host/index.ts';
import { openActor } from '../../conformance/acting.ts';

/** Never change the accounts of the machine that runs the tests. */
if (!readFileSync('/etc/passwd', 'utf8').includes('\nonly-in-this-test:'))
  throw new Error('this is not the folder of the test');

const said = (tool: string, ...words: string[]) => execFileSync(tool, words, { encoding: 'utf8' }).trim();
const status = () => `${said('passwd', '-S', 'ann')} ${said('getent', 'shadow', 'ann').split(':')[7]}`;
const actor = await openActor(host, { root: '/', change_accounts: true });

const steps = [status()];
const disabled = await actor.act('DisableAccount', { accountId: 'user:ann' });
steps.push(status());
await disabled.undo();
steps.push(status());
const created = await actor.act('CreateUserGroup', { groupName: 'new' });
const added = await actor.act('AddGroupMember', { accountId: 'user:ann', groupId: created.createdId! });
steps.push(said('id', '-nG', 'ann'));
await added.undo();
await created.undo();
steps.push(said('id', '-nG', 'ann'));
console.log(JSON.stringify(steps));
