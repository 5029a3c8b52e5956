// Writes the configuration of a first `rolecall up`: this machine and the example organisation as sources, with comments.
import fs from 'node:fs';
import path from 'node:path';
import { OperatorError } from '../../errors.ts';

const examples = path.join(import.meta.dirname, '../../../examples/organisation/sources');

/** @throws OperatorError when the file cannot be written */
export function writeFirstConfig(file: string): void {
  const folder = path.dirname(path.resolve(file));
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(file, firstConfig(folder), { flag: 'wx' });
  } catch (cause) {
    throw new OperatorError(`${file}: cannot be written (${(cause as NodeJS.ErrnoException).code})`, { cause });
  }
}

function firstConfig(folder: string): string {
  const organisation = fs
    .readdirSync(examples)
    .sort()
    .map(
      name => `
  - id: example-${name}
    connector: custom-application
    settings:
      folder: ${JSON.stringify(relativeTo(folder, path.join(examples, name)))}
`,
    );
  return `# Rolecall's configuration. Every setting: docs/reference/settings.md. \${NAME} takes a value from the environment.

tenant: main

listen:
  host: 127.0.0.1
  port: 8080

# Where everything is kept, relative to this file.
data_dir: .rolecall

# State is kept in an embedded PostgreSQL; name a server to use that instead.
# database_url: \${DATABASE_URL}

# A new version in which more than this part of a source's objects of one type is gone is not published.
hold_back:
  gone_percent: 30

sources:
  # This machine: its users, groups, sudo rules, SSH keys and services. As root it sees everything; as another user it
  # says what it was not allowed to see.
  - id: this-host
    connector: host
    schedule: "*/15 * * * *"
    settings:
      root: /

  # An invented organisation, to have something to look at. Delete these sources when you have your own.${organisation.join('')}`;
}

function relativeTo(folder: string, target: string): string {
  const relative = path.relative(folder, target);
  return relative.startsWith('..') ? target : relative;
}
