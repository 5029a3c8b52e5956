import { randomOf } from './random.ts';
import { day, type Files, type Person, peopleOf, type Row, type World } from './world.ts';

const roles = [
  ['FI_AP_POST', 'Post invoices', 'S', 'F-43 FB60', false],
  ['FI_AP_PAY', 'Run payments', 'S', 'F110', true],
  ['FI_VENDOR', 'Maintain vendors', 'S', 'XK01 XK02', true],
  ['FI_DISPLAY', 'Display documents', 'S', 'FB03 FBL1N', false],
  ['FI_CLOSE', 'Close periods', 'Z', 'S_ALR_87003642', true],
  ['CO_PLAN', 'Plan cost centres', 'Z', 'KP06', false],
  ['TR_BANK', 'Maintain bank accounts', 'S', 'FI12', true],
  ['SYS_ALL', 'All authorizations', 'S', '*', true],
  ['Z_AUDIT_2019', 'Audit 2019', 'Z', 'FB03', false],
  ['Z_MIGRATION', 'Data migration', 'Z', 'XK01 FB60', true],
] as const;

const rules = [
  [
    'SOD-01',
    'Maintain vendors and run payments',
    'Critical',
    'Access',
    'FI_VENDOR',
    'FI_AP_PAY',
    'ISO/IEC 27001:2022 A.5.3',
  ],
  ['SOD-02', 'Post invoices and run payments', 'High', 'Access', 'FI_AP_POST', 'FI_AP_PAY', 'ISO/IEC 27001:2022 A.5.3'],
  [
    'SOD-03',
    'Maintain bank accounts and run payments',
    'High',
    'Access',
    'TR_BANK',
    'FI_AP_PAY',
    'ISO/IEC 27001:2022 A.5.3',
  ],
  ['IAM-01', 'All authorizations held by a person', 'Critical', 'Security', 'SYS_ALL', '', 'ISO/IEC 27001:2022 A.8.2'],
  ['IAM-02', 'Account without an owner', 'Medium', 'Identity', '', '', 'ISO/IEC 27001:2022 A.5.16'],
] as const;

/** The finance system and its control desk: an old windows-1252 export, dates as 20261101, flags as X. */
export function ledger(world: World): Files {
  const random = randomOf('ledger');
  const compact = (iso: string) => day(iso).replaceAll('-', '');
  const people = peopleOf(world, '31');
  const users = people.map(person => user(world, person, compact));
  const shared = ['FICLERK', 'BATCH01', 'AUDITOR', 'DDIC'].map(
    (name, index): Row => ({
      BNAME: name,
      NAME_TEXT: ['Accounts payable desk', 'Night batch', 'External auditor', 'System user'][index],
      SMTP_ADDR: '',
      PERNR: '',
      USTYP: ['S', 'B', 'A', 'L'][index],
      UFLAG: '',
      CLASS: ['SHARED', 'BATCH', 'EXTERN', 'SUPER'][index],
      SSO: '',
      ERDAT: compact(world.ago(2500)),
      TRDAT: compact(world.ago(index * 9)),
      PWDCHG: compact(world.ago(800 + index * 150)),
    }),
  );
  const nameOf = (person: Person) => userName(person);
  const present = people.filter(person => person.status !== 'Terminated');
  const grants: Row[] = [
    ...people.map(person => ({ AGR_NAME: 'FI_DISPLAY', UNAME: nameOf(person) })),
    ...present
      .filter(person => person.unit.code === '3110')
      .flatMap(person => [
        { AGR_NAME: 'FI_AP_POST', UNAME: nameOf(person) },
        ...(random.chance(0.4) ? [{ AGR_NAME: 'FI_AP_PAY', UNAME: nameOf(person) }] : []),
      ]),
    ...present
      .filter(person => /^(3100|3120)$/.test(person.unit.code))
      .flatMap(person => [
        { AGR_NAME: 'CO_PLAN', UNAME: nameOf(person) },
        { AGR_NAME: 'FI_CLOSE', UNAME: nameOf(person) },
      ]),
    ...present
      .filter(person => person.unit.code === '3130')
      .flatMap(person => [
        { AGR_NAME: 'TR_BANK', UNAME: nameOf(person) },
        { AGR_NAME: 'FI_AP_PAY', UNAME: nameOf(person) },
      ]),
    ...random.sample(present, 5).map(person => ({ AGR_NAME: 'FI_VENDOR', UNAME: nameOf(person) })),
    { AGR_NAME: 'FI_AP_PAY', UNAME: 'FICLERK' },
    { AGR_NAME: 'FI_VENDOR', UNAME: 'FICLERK' },
    { AGR_NAME: 'SYS_ALL', UNAME: 'DDIC' },
    { AGR_NAME: 'SYS_ALL', UNAME: 'BATCH01' },
    { AGR_NAME: 'FI_DISPLAY', UNAME: 'AUDITOR' },
  ];
  const companies = [
    ['1000', 'Rolecall Example B.V.', ''],
    ['1100', 'Rolecall Example GmbH', '1000'],
    ['1200', 'Rolecall Example Lda', '1000'],
    ['2000', 'Rolecall Example Inc.', ''],
    ['2100', 'Zürich Büro', '1100'],
  ] as const;
  return {
    'usr02.csv': [...users, ...shared],
    'agr_define.csv': roles.map(([id, text, type, codes, critical], index) => ({
      AGR_NAME: id,
      TEXT: text,
      TYPE: type,
      TCODES: codes,
      CRITICAL: critical ? 'X' : '',
      CREATE_USR: index % 2 ? 'DDIC' : '',
      CREATE_DAT: compact(world.ago(2400 - index * 60)),
    })),
    'agr_users.csv': grants,
    'agr_companies.csv': roles.slice(0, 8).flatMap(([id, , , codes, critical], index) =>
      companies.slice(0, index === 7 ? 5 : 1 + (index % 4)).map(([company]) => ({
        AGR_NAME: id,
        BUKRS: company,
        TCODES: codes,
        CRITICAL: critical ? 'X' : '',
        ACTVT: critical ? '01;02;03' : '03',
      })),
    ),
    't001.csv': companies.map(([id, name, parent]) => ({ BUKRS: id, BUTXT: name, PARENT: parent })),
    'grc_rules.csv': rules.map(([id, text, severity, kind, , right, reference], index) => ({
      RULE: id,
      TEXT: text,
      SEVERITY: severity,
      KIND: kind,
      ACTIVE: 'X',
      CONTROL: reference,
      CHANGED: compact(world.ago(300 + index)),
      CREATED: compact(world.ago(1500 + index)),
      WHY: right === '' ? `${text}: nobody may do so` : `${text}: one person could do both and hide it`,
      REMEDY: right === '' ? 'Take the role away' : 'Take one of the two roles away',
    })),
    'grc_findings.csv': findings(world, grants, compact),
  };
}

const userName = (person: Person) =>
  `${person.last}${person.first[0]}`
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toUpperCase()
    .slice(0, 8) + person.number.slice(-3);

function user(world: World, person: Person, compact: (iso: string) => string): Row {
  const random = randomOf(`ledger ${person.number}`);
  const gone = person.status === 'Terminated';
  const created = Math.max(0, person.hiredDaysAgo - random.between(0, 8));
  const quiet = gone
    ? (person.leftDaysAgo ?? 0) + 1
    : random.chance(0.1)
      ? random.between(40, 200)
      : random.between(0, 9);
  return {
    BNAME: userName(person),
    NAME_TEXT: `${person.first} ${person.last}`.replace(/[^\x20-\xff]/g, letter =>
      letter.normalize('NFD')[0]!.replace('ı', 'i'),
    ),
    SMTP_ADDR: random.chance(0.05) ? '' : random.chance(0.15) ? person.email.toUpperCase() : person.email,
    PERNR: random.chance(0.04) ? '' : person.number,
    USTYP: 'A',
    UFLAG: gone && random.chance(0.6) ? '64' : '',
    CLASS: person.title.startsWith('Head') ? 'KEYUSER' : 'FINANCE',
    SSO: random.chance(0.85) ? 'X' : '',
    ERDAT: compact(world.ago(created)),
    TRDAT: compact(world.ago(Math.min(created, quiet))),
    PWDCHG: compact(
      world.ago(Math.min(created, random.chance(0.2) ? random.between(400, 1600) : random.between(1, 89))),
    ),
  };
}

function findings(world: World, grants: readonly Row[], compact: (iso: string) => string): Row[] {
  const random = randomOf('ledger findings');
  const holders = (role: string) =>
    new Set(grants.filter(grant => grant['AGR_NAME'] === role).map(grant => String(grant['UNAME'])));
  const withoutOwner = (name: string, more: Row): Row => ({
    FINDING: `IAM-02/${name}`,
    RULE: 'IAM-02',
    UNAME: name,
    SEVERITY: 'Medium',
    STATE: 'accepted',
    SEEN: compact(world.ago(1)),
    ENDED: '',
    REASON: '',
    UNTIL: '',
    FOUND: compact(world.ago(220)),
    TEXT: `${name}: account without an owner`,
    ROLES: '',
    ...more,
  });
  const present = rules.flatMap(([rule, text, severity, , left, right]) => {
    if (left === '') return [];
    const second = right === '' ? holders(left) : holders(right);
    return [...holders(left)]
      .filter(name => second.has(name))
      .map((name, index) => ({
        FINDING: `${rule}/${name}`,
        RULE: rule,
        UNAME: name,
        SEVERITY: severity,
        STATE: index % 5 === 4 ? 'accepted' : 'open',
        SEEN: compact(world.ago(1)),
        ENDED: '',
        REASON: '',
        UNTIL: '',
        FOUND: compact(world.ago(random.between(5, 200))),
        TEXT: `${name}: ${text.toLowerCase()}`,
        ROLES: [left, right].filter(role => role !== '').join(';'),
      }));
  });
  return [
    ...present,
    withoutOwner('FICLERK', { REASON: 'The head of the desk answers for it', UNTIL: compact(world.ago(-180)) }),
    withoutOwner('BATCH01', { STATE: 'fixed', SEEN: compact(world.ago(40)), ENDED: compact(world.ago(39)) }),
  ];
}
