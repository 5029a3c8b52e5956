// The names of columns, as vendors write them, and the fields that such columns fill.

/** A field, and the names of columns for it. The first field that fits a column takes it. */
export type NamedField = readonly [field: string, names: RegExp];

export const accountFields: readonly NamedField[] = [
  [
    'alias',
    /^(user ?principal ?name|upn|user ?name|login( name| id)?|sam ?account ?name|user ?login|account( name)?|alias|handle|screen ?name|user)$/,
  ],
  ['email', /^(primary |work )?e-?mail( address)?$|^mail$/],
  ['name', /^(user ?)?(full ?name|display ?name|name)$/],
  ['title', /^(job ?|employee )?title$|^position$/],
  ['department', /^(department|dept|team|division)( name)?$/],
  ['companyName', /^company( ?name)?$|^organi[sz]ation$/],
  ['costCenter', /^cost ?cent(er|re)$/],
  ['employeeNumber', /^(employee|staff|personnel|worker) ?(id|identifier|number|no|#)?$/],
  ['countryCode', /^country ?code$|^usage ?location$/],
  ['managerEmails', /^manager('s)? e?-?mail( address)?$/],
  ['licenseType', /^licen[cs]e( ?type)?$|^plan$/],
  [
    'createdDate',
    /^(account |user )?creat(ed|ion)( ?(date|time|on|at|date ?time|timestamp|ms|millis))?$|^(date )?(joined|added|registered)( (on|at|date|to .*))?$|^when ?created$/,
  ],
  ['lastActivityDate', /^last ?(log[io]n|sign ?-?in|active|activity|seen|used|access(ed)?)( .*|date|time)?$/],
  ['lastPasswordChangedDate', /^(last )?password ?(last )?(change[d]?|set)( ?(date|time|at))?$/],
  ['lastModifiedDate', /^(last ?)?(modified|updated|changed)( ?(date|time|at|on))?$/],
  ['expirationDate', /^(account )?(expir(es|y|ation)|valid ?(to|until))( ?(date|time|on|at|timestamp))?$/],
];

export const employeeFields: readonly NamedField[] = [
  ['employeeNumber', /^((employee|staff|personnel|worker) ?)?(id|number|no|#)$|^(employee|staff|personnel|worker)$/],
  ['email', /^(primary |work |business |company )?e-?mail( address)?$|^mail$/],
  ['name', /^(employee |worker |full ?|display ?|legal )?name$|^(employee|worker)$/],
  ['firstName', /^(first|given) ?name$/],
  ['lastName', /^(last|family|sur) ?name$|^surname$/],
  ['employmentStatus', /^((employ(ee|ment)|worker) )?status$/],
  ['employmentType', /^(employ(ee|ment)|worker|contract) ?type$/],
  ['hireDate', /^((original )?hired?|start|entry|joining)( ?(date|on))?$|^date (of hire|hired)$/],
  ['terminationDate', /^(terminat(ion|ed)|leav(e|ing)|exit|end|last working)( ?(date|on|day))?$/],
  ['title', /^((job|business|employee) ?)?title$|^position$/],
  ['jobCode', /^job ?(code|profile id)$/],
  ['department', /^(department|dept|team|division)( ?name)?$/],
  ['costCenter', /^cost ?cent(er|re)$/],
  ['companyName', /^company( ?name)?$|^(legal )?entity$/],
  ['location', /^((work|office) ?)?location$|^(site|office)$/],
  ['countryCode', /^country ?code$/],
  ['managerEmployeeId', /^(manager|supervisor)('s)? ?(employee )?(id|number|no)$/],
  ['managerEmail', /^(manager|supervisor)('s)? ?(work )?e?-?mail( address)?$/],
];

/**
 * A column `Employee` may hold numbers or names.
 * @param texts of the column
 */
export function fitsNumber(name: string, texts: readonly string[]): boolean {
  return (
    !/^(employee|staff|personnel|worker)$/.test(plain(name)) || texts.every(text => /^[^\s@]*\d[^\s@]*$/.test(text))
  );
}

/** Names of columns that tell accounts apart, the best first. */
export const idNames = [
  /^(user|account|object|member|assignee)? ?(id|guid|uuid)$/,
  // Directories call the user name so, too; either is better than an address.
  /^((user|account|object) )?(uid|oid)$/,
  /^(login|user ?name|user ?principal ?name|upn|user|sam ?account ?name)$/,
  // Not of the manager: the same manager has several people.
  /^(?!manager|supervisor).*mail/,
];
export const stateNames =
  /^((account|user|employee) )?(status|state|enabled|active|is ?(active|enabled)|disabled|is ?disabled|suspended|locked|blocked)$/;
export const adminNames = /^(is ?)?(admin|administrator|owner|super ?user|super ?admin)$/;
export const roleNames = /^((user|account|org|organi[sz]ation|site) ?)?(role|profile)s?( ?name)?$/;
/** Columns with permission sets. An account can have several sets. The label is for people, so it comes first. */
export const permissionSetNames = [/^permission ?sets?( ?label)?$/, /^permission ?set ?name$/];
export const groupNames = /^((user|security|im) ?)?groups?( ?names?)?$|^teams?$|^member ?of$/;

/**
 * Words that say which date a column holds, where its values are dates and its name is none of {@link accountFields}. A name that fits two
 * fields, such as `Password expires`, fits none.
 */
export const dateWords: readonly NamedField[] = [
  ['createdDate', /creat|joined|registered|sign(ed)? ?up/i],
  ['lastActivityDate', /log(ged)?[ _-]?(in|on)|sign(ed)?[ _-]?in|seen|activ|accessed/i],
  ['lastPasswordChangedDate', /passw|pwd/i],
  ['lastModifiedDate', /modif|updated|changed/i],
  ['expirationDate', /expir|valid[ _-]?(to|until)/i],
];

/** Addresses and names of other people than the one whom the row is about, and addresses that are not the usual one. */
const someoneElse =
  /manager|supervisor|approver|sponsor|assistant|deputy|emergency|owner|(created|modified|updated|invited|added)[ _-]?by|recovery|backup|secondary|alternat|private|personal/i;

export const isOfSomeoneElse = (name: string) => someoneElse.test(name);

/** Whether a name only counts the columns: `Column 4`, `Unnamed: 4`, `F4`, `X`. */
export const saysNothing = (name: string) =>
  /^((column|field|col|attribute|value|unnamed|[a-z]) ?)?\d*$/.test(plain(name));

/** In exports of queries, `ASSIGNEE.USERNAME` is the user name of the account that a row is about. */
const holder = /^(assignee|user|member|account|grantee)\./i;

/** Whether some columns are those of the holder of what the row is about. */
export function hasHolder(names: readonly string[]): boolean {
  return names.some(name => holder.test(name));
}

export function isOfHolder(name: string): boolean {
  return holder.test(name);
}

/** `Last Sign In [READ ONLY]` → `last sign in`; `lastLoginDate` → `last login date`; `ASSIGNEE.ISACTIVE` → `isactive`. */
export function plain(name: string): string {
  return name
    .replace(holder, '')
    .replace(/\[.*?\]|\(.*?\)/g, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\-.:]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/\be mail/g, 'email')
    .replace(/^s amaccount/, 'sam account');
}
