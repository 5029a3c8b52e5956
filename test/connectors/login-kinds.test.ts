// Whether a login of a database server belongs to a person or to a machine.
import { expect, it } from 'vitest';
import { loginKinds, nameMatcher } from '../../src/connector/sql/account-kind.ts';

it('matches names, in which only * is special', () => {
  const matches = nameMatcher(['app_*', 'a.b', '*(x)']);
  expect(['app_', 'app_1', 'app_\n2', 'a.b', 'y(x)'].map(matches)).toEqual([true, true, true, true, true]);
  expect(['my_app_1', 'axb', 'A.B', 'x', ''].map(matches)).toEqual([false, false, false, false, false]);
  expect(nameMatcher([])('anything')).toBe(false);
});

it('asks the settings before what the server shows', () => {
  const machine = { type: 'Machine', subType: 'ServiceAccount' };
  const user = { type: 'User', subType: 'Unknown' };
  const undecided = loginKinds({ machines: ['app_*'] });
  expect(undecided({ name: 'app_1', isAdmin: true })).toEqual(machine);
  expect(undecided({ name: 'ann', isAdmin: false })).toEqual(user);
  expect(undecided({ name: 'ann', isAdmin: true })).toEqual({ type: 'User', subType: 'Admin' });
  expect(undecided({ name: 'standby', isAdmin: false, isMachine: true })).toEqual(machine);
  const known = loginKinds({ machines: [], people: ['a*'] });
  expect(known({ name: 'ann', isAdmin: false, isMachine: true })).toEqual(user);
  expect(known({ name: 'ben', isAdmin: false })).toEqual(machine);
});
