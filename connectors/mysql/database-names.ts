// Names of databases. In grants they are patterns: `_` stands for one character and `%` for any, unless a backslash precedes them.
// Source: https://dev.mysql.com/doc/refman/8.4/en/grant.html#grant-database-privileges
import { databasePatternId, mysqlDatabaseId } from './ids.ts';

/** How a server reads the names in grants. */
interface NameRules {
  /** False: `_` and `%` have no special meaning. */
  readonly hasPatterns: boolean;
}

/** The name that a pattern without wildcards stands for; undefined for a pattern with wildcards. */
export function literalName(pattern: string, { hasPatterns }: NameRules): string | undefined {
  if (!hasPatterns) return pattern;
  return /(?<!\\)(?:\\\\)*[_%]/.test(pattern) ? undefined : pattern.replace(/\\([_%\\])/g, '$1');
}

export function patternMatcher(pattern: string): (name: string) => boolean {
  const parts = pattern.match(/\\[\s\S]|[\s\S]/gu) ?? [];
  const source = parts.map(part => {
    if (part === '%') return '.*';
    if (part === '_') return '.';
    return RegExp.escape(part.length > 1 && part.startsWith('\\') ? part.slice(1) : part);
  });
  const expression = new RegExp(`^${source.join('')}$`, 'su');
  return name => expression.test(name);
}

/** The resource that a grant on a database is about: the database, or a pattern of names. */
export function grantedDatabaseId(pattern: string, rules: NameRules): string {
  const name = literalName(pattern, rules);
  return name === undefined ? databasePatternId(pattern) : mysqlDatabaseId(name);
}

/** Whether a name comes before another one in the order of the server's statements, which is that of the bytes of UTF-8. */
export const isBefore = (name: string, other: string) => Buffer.compare(Buffer.from(name), Buffer.from(other)) < 0;
