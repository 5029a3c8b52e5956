// Where a statement ends, for a prompt that takes several lines.

/** What a semicolon may stand in without ending anything: strings, quoted names, dollar quotes, comments. */
const enclosed = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\//g;
const left = /'|"|\$\w*\$|\/\*/;

/** True when the text ends with a semicolon that ends a statement, with nothing but comments after it. */
export function endsStatement(sql: string): boolean {
  const bare = sql.replaceAll(enclosed, match => (/^(--|\/\*)/.test(match) ? ' ' : 'x'));
  return !left.test(bare) && /;\s*$/.test(bare);
}
