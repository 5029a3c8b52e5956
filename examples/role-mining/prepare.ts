// Makes a source of the `custom-application` connector from an access matrix: `sh scripts/run.sh
// examples/role-mining/prepare.ts matrix.txt folder`. Each line of a matrix has a user and a permission, separated by blanks, as
// in the role-mining data sets of HP Labs (apj, domino, emea, fire1, hc).
import { createReadStream, createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface MatrixCounts {
  readonly users: number;
  readonly permissions: number;
  /** Distinct pairs. */
  readonly grants: number;
}

const schema = resolve(import.meta.dirname, '../../connectors/custom-application/config.schema.json');

const mapping = (
  name: string,
  folder: string,
) => `# yaml-language-server: $schema=${relative(join(folder, 'config'), schema)}
# An access matrix: users as accounts, permissions as resource instances, grants as access assignments.
application: { name: ${JSON.stringify(name)}, category: AccessMatrix }

objects:
  Account:
    file: users.csv
    fields: { id: user, alias: user, type: { constant: User }, enabled: { constant: true } }
  ResourceClass:
    file: classes.csv
    fields: { id: class, name: class }
  ResourceInstance:
    file: permissions.csv
    fields: { id: permission, name: { template: 'Permission {permission}' }, resourceClass: { constant: permission } }

relationships:
  EntityAssignedAccessToObject:
    file: grants.csv
    fields:
      entityId: user
      entityType: { constant: Account }
      assignedObjectId: permission
      assignedObjectType: { constant: ResourceInstance }
      entitlementSpecification:
        reason: { constant: AccessControl }
        reasonSpecificData.type: { constant: Grant }
`;

/** Replace `folder` by the source of the matrix. Throws with file and line for a line that is not a user and a permission. */
export async function prepare(matrix: string, folder: string): Promise<MatrixCounts> {
  const name = basename(matrix).replace(/\.[^.]*$/, '');
  const users = new Set<string>();
  const permissions = new Set<string>();
  const grants = new Set<string>();
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(matrix), crlfDelay: Number.POSITIVE_INFINITY })) {
    line++;
    if (text.trim() === '') continue;
    const [user, permission, ...rest] = text.trim().split(/\s+/);
    if (!user || !permission || rest.length > 0 || /[",]/.test(text)) {
      throw new Error(`${matrix}:${line}: expected a user and a permission, separated by blanks`);
    }
    users.add(user);
    permissions.add(permission);
    grants.add(`${user},${permission}`);
  }
  const data = join(folder, 'rawdata');
  rmSync(data, { recursive: true, force: true });
  mkdirSync(join(folder, 'config'), { recursive: true });
  mkdirSync(data, { recursive: true });
  writeFileSync(join(folder, 'config', 'matrix.yaml'), mapping(name, resolve(folder)));
  writeFileSync(join(data, 'classes.csv'), 'class\npermission\n');
  await write(join(data, 'users.csv'), 'user', users);
  await write(join(data, 'permissions.csv'), 'permission', permissions);
  await write(join(data, 'grants.csv'), 'user,permission', grants);
  return { users: users.size, permissions: permissions.size, grants: grants.size };
}

async function write(file: string, header: string, rows: Iterable<string>): Promise<void> {
  function* lines() {
    yield `${header}\n`;
    for (const row of rows) yield `${row}\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(file));
}

if (import.meta.main) {
  const [matrix, folder] = process.argv.slice(2);
  if (!matrix || !folder) {
    console.error('usage: sh scripts/run.sh examples/role-mining/prepare.ts matrix.txt folder');
    process.exit(2);
  }
  const { users, permissions, grants } = await prepare(matrix, folder);
  console.log(`${folder}: ${users} users, ${permissions} permissions, ${grants} grants`);
}
