// Writes the configuration of a first `rolecall up`: this machine, the example organisation and a simulated application as sources,
// with comments.
import fs from 'node:fs';
import path from 'node:path';
import { OperatorError } from '../../errors.ts';
import { folderProblem } from '../../storage/usable-folder.ts';

const examples = path.join(import.meta.dirname, '../../../examples');
const exported = path.join(examples, 'organisation/sources');

/** What the command line says about the deployment. It is written into the file, so that later commands find the same deployment. */
export interface FirstSettings {
  /** 0, or undefined: the default. */
  readonly port?: number | undefined;
  readonly dataDir?: string | undefined;
}

/** @throws OperatorError when the file cannot be written */
export function writeFirstConfig(file: string, settings: FirstSettings = {}): void {
  const folder = path.dirname(path.resolve(file));
  const problem = folderProblem(folder);
  if (problem) throw new OperatorError(`${file}: cannot be written: ${problem}`);
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(file, firstConfig(folder, settings), { flag: 'wx' });
  } catch (cause) {
    throw new OperatorError(`${file}: cannot be written (${(cause as NodeJS.ErrnoException).code})`, { cause });
  }
}

function firstConfig(folder: string, { port, dataDir }: FirstSettings): string {
  const data = dataDir === undefined ? '.rolecall' : relativeTo(folder, path.resolve(dataDir));
  const organisation = fs
    .readdirSync(exported)
    .sort()
    .map(
      name => `
  - id: example-${name}
    connector: custom-application
    settings:
      folder: ${JSON.stringify(relativeTo(folder, path.join(exported, name)))}
`,
    );
  return `# Rolecall's configuration. All settings: docs/reference/settings.md. \${NAME} is replaced by an environment variable.

tenant: main

listen:
  host: 127.0.0.1
  port: ${port || 8080}

# The folder for all data, relative to this file.
data_dir: ${plainOrQuoted(data)}

# State is kept in an embedded PostgreSQL. To use a PostgreSQL server instead, set its address.
# database_url: \${DATABASE_URL}

# A source is held back when more than this percentage of its objects of one type is gone: its last good data stay in service.
hold_back:
  gone_percent: 30

# Rules that look for what is wrong (docs/risks.md). These roles, groups or permission sets should not be held together.
risks:
  pairs:
    - name: Give access and read
      first: [curators]
      second: ['reader*']

sources:
  # This machine: its users, groups, sudo rules, SSH keys and services. As root, Rolecall reads all of them. As another user,
  # it reports what it was not allowed to read.
  - id: this-host
    connector: host
    schedule: "*/15 * * * *"
    settings:
      root: /

  # An invented organisation, as an example. Delete these sources when you have your own.${organisation.join('')}
  # Its help desk does not exist: it is simulated in one file, so you can try changes on it (examples/help-desk). Sources are changed
  # only where \`writes\` says so.
  - id: example-help-desk
    connector: simulated
    writes: true
    settings:
      file: ${plainOrQuoted(path.join(data, 'simulated/help-desk.db'))}
      seed: ${JSON.stringify(relativeTo(folder, path.join(examples, 'help-desk/seed.yaml')))}
`;
}

/** A path as a scalar of YAML. */
function plainOrQuoted(text: string): string {
  return /^[./\w][\w./-]*$/.test(text) ? text : JSON.stringify(text);
}

function relativeTo(folder: string, target: string): string {
  const relative = path.relative(folder, target);
  return relative.startsWith('..') ? target : relative;
}
