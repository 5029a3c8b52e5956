// What SHOW GRANTS of MariaDB says, and what the service serves, as lines of the same form: `<object>: <privileges>`.
import type { Item } from '../../support/service/service.ts';

const globalAll = 'ALL PRIVILEGES';

/**
 * The lines of one account or role. `USAGE` is no privilege.
 * @param statements what SHOW GRANTS gives
 */
export function linesOfGrants(statements: readonly string[]): string[] {
  return statements.flatMap(statement => {
    const proxy = /^GRANT PROXY ON (.*) TO /.exec(statement);
    if (proxy) return [`proxy ${proxy[1]}: PROXY${option(statement)}`];
    const role = /^GRANT (`(?:[^`]|``)*`|'(?:[^']|'')*') TO /.exec(statement);
    if (role) return [`role ${role[1]}${statement.endsWith(' WITH ADMIN OPTION') ? ': ADMIN' : ''}`];
    const grant = /^GRANT (.*?) ON ((?:PROCEDURE |FUNCTION )?(?:\*|`(?:[^`]|``)*`)\.(?:\*|`(?:[^`]|``)*`)) TO /.exec(
      statement,
    );
    if (!grant)
      return statement.startsWith('SET DEFAULT ROLE ')
        ? [statement.replace(/ FOR .*$/, '')]
        : [`not understood: ${statement}`];
    return linesOfObject(grant[1]!, grant[2]!, option(statement));
  });
}

const option = (statement: string) => (/ WITH (?:.* )?GRANT OPTION/.test(statement) ? ' +GRANT' : '');

/** A privilege on columns is a line for each column. */
function linesOfObject(privileges: string, object: string, grantable: string): string[] {
  const columns = new Map<string, string[]>();
  const whole: string[] = [];
  for (const [, name, inside] of privileges.matchAll(/([A-Z_ ]+?)(?: \(((?:`(?:[^`]|``)*`(?:, )?)+)\))?(?:, |$)/g)) {
    if (name === 'USAGE') continue;
    if (inside === undefined) whole.push(name!);
    for (const [column] of inside?.matchAll(/`(?:[^`]|``)*`/g) ?? []) {
      columns.set(column, [...(columns.get(column) ?? []), name!]);
    }
  }
  const lines = [...columns].map(([column, names]) => `${object}.${column}: ${names.toSorted().join(', ')}`);
  if (whole.length > 0 || grantable !== '') lines.push(`${object}: ${whole.toSorted().join(', ')}${grantable}`);
  return lines;
}

/** The same lines from the access assignments of an entity. */
export function linesOfAssignments(assignments: readonly Item[], everyPrivilege: number): string[] {
  return assignments.flatMap(({ id, assignedObjectId: object, entitlementSpecification }) => {
    // SHOW GRANTS only has rows with exactly the name and host of the account, and says nothing of the databases in patterns.
    if (/ from '(?:[^']|'')*'@'/.test(id)) return [];
    const { fineGrainedSpecifiers, isShare } = entitlementSpecification.reasonSpecificData.permissions;
    const names = (fineGrainedSpecifiers as string[]).filter(name => !name.startsWith('impersonate:'));
    const grantable = isShare ? ' +GRANT' : '';
    if (object.startsWith('role:')) {
      const role = inBackticks(object.slice('role:'.length));
      return [
        `role ${role}${names.includes('ADMIN') ? ': ADMIN' : ''}`,
        ...(names.includes('DEFAULT') ? [`SET DEFAULT ROLE ${role}`] : []),
      ];
    }
    if (object.startsWith('account:'))
      return [`proxy ${inBackticks(object.slice('account:'.length))}: PROXY${grantable}`];
    const all = object === 'server' && names.length >= everyPrivilege ? [globalAll] : names;
    return [`${placeOf(object)}: ${all.toSorted().join(', ')}${grantable}`];
  });
}

function placeOf(id: string): string {
  const [kind] = id.split(':', 1);
  const name = id.slice(kind!.length + 1);
  if (id === 'server') return '*.*';
  if (kind === 'database') return `${name.replace(/[_%]/g, '\\$&')}.*`;
  if (kind === 'pattern') return `${name}.*`;
  return kind === 'procedure' || kind === 'function' ? `${kind.toUpperCase()} ${name}` : name;
}

/** Names that ids have in quotes, as SHOW GRANTS writes them. */
function inBackticks(names: string): string {
  return names.replaceAll(
    /'((?:[^']|'')*)'/g,
    (_, name: string) => `\`${name.replaceAll("''", "'").replaceAll('`', '``')}\``,
  );
}
