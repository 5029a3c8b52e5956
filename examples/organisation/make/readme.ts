// Generates README.md of the example: its sources and the planted mistakes.
import type { Mistake } from './mistakes.ts';
import type { Files, World } from './world.ts';

const titles: Record<string, string> = {
  hr: 'HR: people and departments, the system of record',
  directory: 'Corporate directory: entries from which the identity provider syncs the IT department',
  idp: 'Identity provider: users, nested groups, administrators, factors, applications, sign-ins',
  forge: 'Code forge: members, nested teams, repositories in projects, tokens and deploy keys',
  crm: 'CRM: users, profiles, permission sets, shared folders',
  ledger: 'Finance: users, roles, company codes, rules and findings of the control desk (windows-1252)',
  wiki: 'Wiki: users and guests, spaces of pages, links for anyone',
  cloud: 'Cloud: people, service principals, workloads, bots, AI agents, keys, impersonation',
  vault: 'Data room: confidential folders, guests, groups that manage folders, and who opened what',
};

export function readme(
  world: World,
  sources: Record<string, Files>,
  mistakes: readonly Mistake[],
  day: string,
): string {
  const rows = (files: Files) => Object.values(files).reduce((sum, file) => sum + file.length, 0);
  const gone = world.people.filter(person => person.status === 'Terminated').length;
  return `# An example organisation

An invented organisation of ${world.people.length} people (${gone} of them have left) on ${day}, as ${Object.keys(sources).length} systems would export it.
Every name, address and key is made up; \`rolecall.example\` is a domain that nobody can own (RFC 2606).

This page and everything in \`sources/*/rawdata/\` is written by

    node examples/organisation/generate.ts [folder] [day]

which gives the same bytes for the same day. The mappings in \`sources/*/config/\` are written by hand; they show how the
\`custom-application\` connector reads differently shaped exports.

${table(
  ['Source', 'What it is', 'Files', 'Rows'],
  Object.entries(sources).map(([source, files]) => [
    `[\`${source}\`](sources/${source}/config/${source}.yaml)`,
    titles[source]!,
    Object.keys(files).length,
    rows(files),
  ]),
)}

## Mistakes to be found

The organisation has these mistakes on purpose. The generator counts them in the rows that it writes.

${table(
  ['Mistake', 'Where', 'Count'],
  mistakes.map(({ name, where, count }) => [name, where, count]),
)}

One mistake is in a mapping: the authentication key of \`ledger\` was made from the issuer without the slash at its end. So nobody seems
to sign in to it by SSO. The query *Single sign-on that almost works* finds the reason.
`;
}

/** A Markdown table whose columns are as wide as their widest cell. */
function table(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [header, header.map(() => ''), ...rows].map(row => row.map(String));
  const widths = header.map((_, column) => Math.max(...cells.map(row => row[column]!.length)));
  return cells
    .map(
      (row, index) =>
        `| ${row.map((cell, column) => cell.padEnd(widths[column]!, index === 1 ? '-' : ' ')).join(' | ')} |`,
    )
    .join('\n');
}
