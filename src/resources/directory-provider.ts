import { defineResource } from './define.ts';
import { DirectoryProviderType, SyncDirection } from './types/enumerations.ts';
import { commonFields, commonRequired, count, flag, text, texts, timestamp } from './types/shared-types.ts';
import { ofTenant } from './visibility/origin.ts';

export const directoryProvider = defineResource({
  type: 'DirectoryProvider',
  title: 'Directory provider',
  kind: 'object',
  madeBy: 'connectors',
  description: 'A directory that defines how accounts are synced from it, such as an Active Directory forest.',
  collections: [
    {
      path: '/v1/directory-providers',
      title: 'Directory providers',
      description: 'All directories that accounts are synced with.',
      order: 'instance',
    },
  ],
  required: [...commonRequired, 'name', 'type'],
  defaults: { type: 'Unknown' },
  fields: {
    id: text.min(1).describe('Local id of the provider'),
    name: text.min(1).describe('Name'),
    description: text.describe('What the source says of the provider'),
    type: DirectoryProviderType.describe('What kind of directory it is'),
    vendorName: text.describe('Vendor of the directory'),
    domains: texts.describe('DNS domains for which the directory is responsible'),
    isActive: flag.describe('True when the sync runs'),
    isAuthoritative: flag.describe('True when the directory, not the application, decides the synced fields'),
    syncDirection: SyncDirection.describe('Direction in which changes are synced, seen from the application'),
    lastSyncDate: timestamp.describe('When the directory was last synced'),
    createdDate: timestamp.describe('When the provider was set up'),
    lastModifiedDate: timestamp.describe('When the provider was last changed'),
    sourceTag: text.describe('Data source tag'),
    ...commonFields,
    analyticsSyncedAccountCount: ofTenant(count.describe('Accounts that are synced through the provider')),
  },
});
