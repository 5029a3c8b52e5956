import { familyGroup, jobFunction } from './idp-users.ts';
import { randomOf } from './random.ts';
import { day, type Files, type World } from './world.ts';

/** The HR system: a European export with semicolons, dates as 31/12/2025 and one-letter states. */
export function hr(world: World): Files {
  const random = randomOf('hr');
  const dutch = (iso: string) => day(iso).split('-').reverse().join('/');
  const head = (code: string) => world.people.find(person => person.unit.code === code)!;
  return {
    'employees.csv': world.people.map(person => ({
      PersNo: person.number,
      FirstName: person.first,
      LastName: person.last,
      WorkEmail: person.email,
      PrivateEmail: random.chance(0.1) ? `${person.login}@post.example` : '',
      Status: person.status[0],
      Contract: person.contract,
      HiredOn: dutch(world.ago(person.hiredDaysAgo)),
      LeftOn: person.leftDaysAgo === undefined ? '' : dutch(world.ago(person.leftDaysAgo)),
      JobTitle: person.title,
      JobCode: person.jobCode,
      JobFamily: person.family,
      JobGroup: familyGroup(person),
      JobFunction: jobFunction(person),
      BadgeColour: person.contract === 'CONTR' ? 'orange' : 'blue',
      UnitCode: person.unit.code,
      CostCentre: person.unit.costCentre,
      Site: person.site,
      Country: person.country,
      ManagerPersNo: person.manager ?? '',
      ChangedOn: dutch(world.ago(random.between(1, Math.min(300, person.hiredDaysAgo)))),
    })),
    'units.csv': world.units.map(unit => ({
      Code: unit.code,
      Name: unit.name,
      ParentCode: unit.parent ?? '',
      HeadEmail: head(unit.code).email,
      CostCentre: unit.costCentre,
    })),
  };
}
