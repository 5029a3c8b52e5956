// The folder of a custom application whose exports come in generations.
import fs from 'node:fs';
import path from 'node:path';
import { type GeneratedType, generatedTypes, recordsOf } from './generations.ts';

const mapping = `
application: { name: Generated, vendorName: Test, category: BusinessApplication }
objects:
  Account:
    file: Account.csv
    fields: { id: id, alias: id, name: name, type: { constant: User }, enabled: { constant: true } }
  Role:
    file: Role.csv
    fields: { id: id, name: name, type: { constant: Standard } }
  UserGroup:
    file: UserGroup.csv
    fields: { id: id, name: name, type: { constant: Security } }
relationships:
  EntityManagedViaObject:
    file: Membership.csv
    fields:
      entityId: account
      entityType: { constant: Account }
      managedViaObjectId: group
      managedViaObjectType: { constant: UserGroup }
`;

export function createGeneratedFolder(folder: string): void {
  fs.mkdirSync(path.join(folder, 'config'), { recursive: true });
  fs.mkdirSync(path.join(folder, 'rawdata'));
  fs.writeFileSync(path.join(folder, 'config/generated.yaml'), mapping);
}

/** Every read that opens the source from now on reads this generation. The change is atomic. */
export function writeGeneration(folder: string, generation: number): void {
  const unfinished = path.join(folder, 'unfinished');
  fs.mkdirSync(unfinished);
  for (const type of generatedTypes) {
    const rows = recordsOf(type, generation).map(record => `${record.id},${record['name']}`);
    write(unfinished, type, ['id,name', ...rows]);
  }
  const [accounts, groups] = (['Account', 'UserGroup'] as const).map(type => recordsOf(type, generation));
  const memberships = accounts!.map(({ id }, index) => `${id},${groups![index % groups!.length]!.id}`);
  write(unfinished, 'Membership', ['account,group', ...memberships]);
  const moment = new Date(Date.UTC(2026, 0, 1, 0, generation)).toISOString().replace('.000', '');
  fs.renameSync(unfinished, path.join(folder, `rawdata/startedat=${moment}`));
}

function write(folder: string, name: GeneratedType | 'Membership', lines: readonly string[]): void {
  fs.writeFileSync(path.join(folder, `${name}.csv`), `${lines.join('\n')}\n`);
}
