import { randomOf } from './random.ts';
import { type Files, keptEmail, type Person, peopleOf, type Row, type World } from './world.ts';

const profiles = [
  ['SYSADM', 'System Administrator', 'STANDARD', true],
  ['SALES', 'Sales User', 'STANDARD', false],
  ['CARE', 'Service User', 'STANDARD', false],
  ['MKT', 'Marketing User', 'CUSTOM', false],
  ['READ', 'Read Only', 'STANDARD', false],
  ['CONTRACT', 'Contract Manager', 'STANDARD', false],
] as const;

const objectClasses = ['Account', 'Contact', 'Opportunity', 'Case', 'Contract', 'Report'] as const;

const permissionSets = [
  ['PS_EXPORT', 'Export Reports', 'CUSTOM', 'Report', 'ExportReport', 'r'],
  ['PS_MASS_DELETE', 'Mass Delete', 'CUSTOM', 'Contact', 'ModifyAllData MassDelete', 'rud'],
  ['PS_PRICING', 'Edit Prices', 'CUSTOM', 'Opportunity', 'EditPrices', 'ru'],
  ['PS_API', 'API Enabled', 'STANDARD', '', 'ApiEnabled', 'rx'],
  ['PS_CASES', 'Case Escalation', 'CUSTOM', 'Case', 'EscalateCase', 'cru'],
  ['PS_LEGACY', 'Legacy Migration', 'CUSTOM', 'Account', 'ModifyAllData', 'crud'],
] as const;

/** A CRM: users with profiles, permission sets, and folders of records that teams share. */
export function crm(world: World): Files {
  const random = randomOf('crm');
  const people = peopleOf(world, '21', '22', '23');
  const users = people.map(person => user(world, person));
  const admins = peopleOf(world, '4110')
    .filter(person => person.status !== 'Terminated')
    .slice(0, 4);
  users.push(
    ...admins.map((person, index) => ({
      ...user(world, person),
      ProfileId: 'SYSADM',
      LastLoginDate: index < 2 ? world.ago(random.between(120, 300), random) : world.ago(2, random),
    })),
  );
  const integration = ['integration.erp', 'integration.mail'].map(
    (name, index): Row => ({
      Id: `005X${index}`,
      Username: `${name}@rolecall.example.crm`,
      FullName: name,
      Email: '',
      Kind: 'Integration',
      EmployeeId: '',
      ProfileId: 'SYSADM',
      IsActive: 1,
      FederationIdentifier: '',
      MfaMode: 'Disabled',
      ApiEnabled: 1,
      CreatedDate: world.ago(1500, random),
      LastLoginDate: world.ago(index, random),
      LastPasswordChangeDate: world.ago(1300, random),
    }),
  );
  const rows = [...users, ...integration];
  const folders = makeFolders();
  return {
    'users.csv': rows,
    'profiles.csv': profiles.map(([id, name, kind, privileged]) => ({
      Id: id,
      Name: name,
      Kind: kind,
      Privileged: privileged ? 1 : 0,
    })),
    'permission_sets.csv': permissionSets.map(([id, name, kind, object, permissions, access], index) => ({
      Id: id,
      Label: name,
      Kind: kind,
      ObjectType: object,
      Permissions: permissions,
      Create: access.includes('c') ? 1 : 0,
      Read: access.includes('r') ? 1 : 0,
      Update: access.includes('u') ? 1 : 0,
      Delete: access.includes('d') ? 1 : 0,
      Execute: access.includes('x') ? 1 : 0,
      Privileged: permissions.includes('ModifyAllData') ? 1 : 0,
      CreatedById: rows[index]!['Id'],
      CreatedDate: world.ago(1200 - index * 100, random),
      Description: `${name} of ${object || 'everything'}`,
      ModifiedById: rows[index + 1]!['Id'],
      ModifiedDate: world.ago(100 + index),
    })),
    'permission_set_assignments.csv': permissionSets
      .slice(0, 5)
      .flatMap(([id], index) =>
        random.sample(rows, 4 + index * 3).map(row => ({ PermissionSetId: id, AssigneeId: row['Id'] })),
      ),
    'object_types.csv': objectClasses.map((name, index) => ({
      ApiName: name,
      Label: `${name}s`,
      Path: `/o/${name}`,
      OwnerId: rows[index]!['Id'],
    })),
    'folders.csv': folders,
    'shares.csv': folders.flatMap(folder =>
      random.sample(rows, random.between(3, 9)).map((row, index) => ({
        FolderId: folder['Id'],
        UserId: row['Id'],
        AccessLevel: index === 0 ? 'Owner' : random.pick(['Read', 'Edit', 'Edit']),
        Reason: index === 0 ? 'Owner' : 'Manual',
      })),
    ),
    'profile_access.csv': profiles.flatMap(([id, , , privileged]) =>
      objectClasses
        .filter((_, index) => privileged || (index + id.length) % 3 !== 0)
        .map(object => ({
          ProfileId: id,
          ObjectType: object,
          Level: privileged ? 'All' : id === 'READ' ? 'Read' : 'Edit',
        })),
    ),
  };
}

function user(world: World, person: Person): Row {
  const random = randomOf(`crm ${person.number}`);
  const gone = person.status === 'Terminated';
  const created = Math.max(0, person.hiredDaysAgo - random.between(0, 15));
  const profile = person.unit.code.startsWith('21')
    ? 'SALES'
    : person.unit.code.startsWith('23')
      ? 'CARE'
      : random.chance(0.2)
        ? 'READ'
        : 'MKT';
  const quiet = gone
    ? (person.leftDaysAgo ?? 0) + random.between(0, 20)
    : random.chance(0.12)
      ? random.between(40, 320)
      : random.between(0, 25);
  return {
    Id: `005${person.number.slice(1)}`,
    Username: `${person.email}.crm`,
    FullName: `${person.last}, ${person.first}`,
    Email: keptEmail(person, random),
    Kind: 'Standard',
    EmployeeId: random.chance(0.3) ? '' : person.number,
    ProfileId: profile,
    IsActive: gone && random.chance(0.7) ? 0 : 1,
    FederationIdentifier: random.chance(0.06) ? '' : person.email,
    MfaMode: random.chance(0.8) ? 'Required' : 'Optional',
    ApiEnabled: random.chance(0.1) ? 1 : 0,
    CreatedDate: world.ago(created, random),
    LastLoginDate: world.ago(Math.min(created, quiet), random),
    LastPasswordChangeDate: world.ago(
      Math.min(created, random.chance(0.1) ? random.between(400, 1500) : random.between(5, 300)),
      random,
    ),
  };
}

function makeFolders(): Row[] {
  const regions = ['Europe', 'Americas', 'Partners'];
  const parts = ['Pipeline', 'Forecast', 'Customers', 'Contracts'];
  return regions.flatMap((region, index) => [
    {
      Id: `F${index}`,
      Name: region,
      ParentId: '',
      ObjectType: 'Report',
      SharedExternally: region === 'Partners' ? 1 : 0,
      Sensitive: 0,
    },
    ...parts.map((part, place) => ({
      Id: `F${index}${place}`,
      Name: `${region} ${part}`,
      ParentId: `F${index}`,
      ObjectType: part === 'Contracts' ? 'Contract' : part === 'Customers' ? 'Account' : 'Report',
      SharedExternally: 0,
      Sensitive: part === 'Forecast' || part === 'Contracts' ? 1 : 0,
    })),
  ]);
}
