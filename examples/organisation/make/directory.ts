import { randomOf } from './random.ts';
import { type Files, type Person, peopleOf, type World } from './world.ts';

/** Id of a person's entry in the corporate directory. */
export const entryId = (person: Person) => `entry-${person.number.toLowerCase()}`;

/** The people whose accounts at the identity provider are synced from the corporate directory. */
export const inDirectory = (world: World) => peopleOf(world, '41');

/** The corporate directory, an LDAP server that still manages the accounts of the IT department. */
export function directory(world: World): Files {
  const random = randomOf('directory');
  return {
    'entries.csv': inDirectory(world).map(person => ({
      entryUUID: entryId(person),
      uid: person.login.slice(0, 8),
      cn: `${person.first} ${person.last}`,
      employeeNumber: person.number,
      enabled: person.status !== 'Terminated',
      createTimestamp: world.ago(person.hiredDaysAgo, random),
    })),
  };
}
