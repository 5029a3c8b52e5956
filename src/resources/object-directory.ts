import { defineResource, localId } from './define.ts';
import { ObjectDirectoryType } from './types/enumerations.ts';
import { commonFields, commonRequired, count, globalId, text, timestamp } from './types/shared-types.ts';
import { ofInstance } from './visibility/origin.ts';

export const objectDirectory = defineResource({
  type: 'ObjectDirectory',
  title: 'Object directory',
  kind: 'object',
  madeBy: 'connectors',
  description:
    'A container that holds accounts, roles, groups or applications, such as a domain, an organizational unit or a project.',
  collections: [
    {
      path: '/v1/object-directories',
      title: 'Object directories',
      description: 'All containers of identity objects.',
      order: 'instance',
    },
  ],
  required: [...commonRequired, 'name', 'type'],
  defaults: { type: 'Unknown' },
  fields: {
    id: text.min(1).describe('Local id of the directory'),
    name: text.min(1).describe('Name'),
    description: text.describe('What the source says the directory is for'),
    type: ObjectDirectoryType.describe('What kind of container it is'),
    path: text.describe('Full path or distinguished name (RFC 4514)'),
    parentId: localId('ObjectDirectory').describe('Local id of the directory that contains this one'),
    directoryProviderId: localId('DirectoryProvider').describe(
      'Local id of the provider that the directory belongs to',
    ),
    createdDate: timestamp.describe('When the directory was made'),
    lastModifiedDate: timestamp.describe('When the directory was last changed'),
    sourceTag: text.describe('Data source tag'),
    globalParentId: globalId.describe('Global id of the directory that contains this one'),
    globalDirectoryProviderId: globalId.describe('Global id of the provider that the directory belongs to'),
    ...commonFields,
    analyticsAccountCount: ofInstance(count.describe('Accounts that the directory holds')),
    analyticsUserGroupCount: ofInstance(count.describe('User groups that the directory holds')),
    analyticsRoleCount: ofInstance(count.describe('Roles that the directory holds')),
  },
});
