// Principals and groups that have the same identifier in every domain (MS-DTYP, section 2.4.2.4). SharpHound writes the name of the
// domain before identifiers that are not of one domain: `EXAMPLE.ORG-S-1-5-32-544`.

const names: Readonly<Record<string, string>> = {
  'S-1-0-0': 'Nobody',
  'S-1-1-0': 'Everyone',
  'S-1-3-0': 'Creator Owner',
  'S-1-3-1': 'Creator Group',
  'S-1-3-4': 'Owner Rights',
  'S-1-5-1': 'Dialup',
  'S-1-5-2': 'Network',
  'S-1-5-3': 'Batch',
  'S-1-5-4': 'Interactive',
  'S-1-5-6': 'Service',
  'S-1-5-7': 'Anonymous',
  'S-1-5-9': 'Enterprise Domain Controllers',
  'S-1-5-10': 'Self',
  'S-1-5-11': 'Authenticated Users',
  'S-1-5-13': 'Terminal Server Users',
  'S-1-5-14': 'Remote Interactive Logon',
  'S-1-5-15': 'This Organization',
  'S-1-5-17': 'IUSR',
  'S-1-5-18': 'Local System',
  'S-1-5-19': 'Local Service',
  'S-1-5-20': 'Network Service',
  'S-1-5-32-544': 'Administrators',
  'S-1-5-32-545': 'Users',
  'S-1-5-32-546': 'Guests',
  'S-1-5-32-548': 'Account Operators',
  'S-1-5-32-549': 'Server Operators',
  'S-1-5-32-550': 'Print Operators',
  'S-1-5-32-551': 'Backup Operators',
  'S-1-5-32-555': 'Remote Desktop Users',
  'S-1-5-32-562': 'Distributed COM Users',
  'S-1-5-32-580': 'Remote Management Users',
};

/** The identifier without the name of a domain before it. */
export const sidIn = (id: string): string => /S-1-\d[\d-]*$/.exec(id)?.[0] ?? id;

export const wellKnownName = (id: string): string | undefined => names[sidIn(id)];

/** Whether members of a group are stored somewhere: those of S-1-1 to S-1-5-20 follow from how somebody signs in. */
export const isKnownToHaveMembers = (id: string): boolean =>
  /^S-1-5-(?:21|32)-/.test(sidIn(id)) || !/^S-1-/.test(sidIn(id));

/** Accounts of the operating system, which SharpHound lists as users. */
export const isSystemAccount = (id: string): boolean => /S-1-5-(?:18|19|20)$/.test(id);

/** The last part of an identifier of a domain: the same in every domain for what is built in. */
export const relativeId = (id: string): number | undefined => {
  const text = /^S-1-5-21-\d+-\d+-\d+-(\d+)$/.exec(id)?.[1];
  return text === undefined ? undefined : Number(text);
};

/** Groups whose members administer the domain: Domain Admins, Enterprise Admins and the built-in Administrators. */
export const administersDomain = (id: string): boolean =>
  [512, 519].includes(relativeId(id) ?? 0) || /(?:^|-)S-1-5-32-544$/.test(id);

/**
 * Groups of a domain that are in its group Authenticated Users, because who signs in as one of their members is: users, computers,
 * domain controllers and read-only ones. The directory stores no such membership.
 */
export const authenticatedGroups: readonly number[] = [513, 515, 516, 521];
