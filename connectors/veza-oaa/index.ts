// Payloads of Veza's Open Authorization API, as files: a custom application or an identity provider.
import { z } from 'zod';
import { type ConnectorContext, defineConnector } from '../../src/connector/contract.ts';
import { openFileSet, refuseImport } from '../../src/connector/files/file-set.ts';
import {
  buildLists,
  type ImportedLists,
  problemsOfLists,
  readsOfLists,
} from '../../src/connector/files/imported-lists.ts';
import { importedJson } from '../../src/connector/files/json-document.ts';
import { listAt, textAt, valueAt } from '../../src/connector/json-values.ts';
import { addApplication } from './application.ts';
import { addIdentityProvider } from './identity-provider.ts';

const settings = z.strictObject({
  path: z
    .string()
    .min(1)
    .describe(
      'The JSON file of the payload, or a folder or archive with it, relative to the folder of the configuration file',
    ),
});

const types = [
  ...[
    'IntegratedApplication',
    'DirectoryProvider',
    'Account',
    'UserGroup',
    'Role',
    'ResourceClass',
    'ResourceInstance',
  ],
  ...['ResourceInstanceContainsResourceInstance', 'EntityManagedViaObject', 'EntityAssignedAccessToObject'],
];
const fileMegabytes = 256;
const otherFile = 'name the payload that is sent to Veza, of the template Custom Application or Identity Provider';

export const vezaOaa = defineConnector<typeof settings, ImportedLists>({
  type: 'veza-oaa',
  title: 'Veza OAA payload',
  description: 'Users, groups, roles, resources and permissions of a payload for Veza’s Open Authorization API.',
  settings,
  declares: [{ types, incremental: false, rights: 'reading the file' }],
  open: openPayload,
  check: async client => problemsOfLists(client),
  reads: () => readsOfLists(types),
});

async function openPayload(
  { path }: z.output<typeof settings>,
  { baseFolder, signal }: ConnectorContext,
): Promise<ImportedLists> {
  const set = await openFileSet(path, { setting: 'path', baseFolder, endings: ['.json'], fileMegabytes, signal });
  try {
    const [file, second] = set.files;
    if (second !== undefined)
      refuseImport('path', `${path} has ${set.files.length} payloads`, 'make a source for each');
    const payload = await importedJson(file!);
    const lists = buildLists(types);
    const applications = listAt(payload, 'applications');
    if (applications.length > 1)
      refuseImport(file!.name, `has ${applications.length} applications`, 'make a payload and a source for each');
    if (textAt(applications[0], 'name') !== undefined) addApplication(payload, applications[0], file!.name, lists);
    else if (Array.isArray(valueAt(payload, 'users')) && textAt(payload, 'name') !== undefined)
      addIdentityProvider(payload, file!.name, lists);
    else
      refuseImport(file!.name, 'has neither `applications` with a name nor `users` of an identity provider', otherFile);
    return lists.lists();
  } finally {
    await set.close();
  }
}
