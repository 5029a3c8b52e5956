// Collections of Active Directory by SharpHound (bloodhound.specterops.io), as files.
import { defineConnector, type Problem, type Read } from '../../src/connector/contract.ts';
import { openCollection, type SharphoundClient } from './client.ts';
import { computerGaps, missingFileGaps } from './reads/gaps.ts';
import {
  applicationPages,
  directoryAccountPages,
  directoryClassPages,
  directoryGroupPages,
  directoryPages,
  directoryResourcePages,
  inheritancePages,
  providerPages,
} from './reads/objects.ts';
import { directoryMembershipPages, directoryRightPages } from './reads/relationships.ts';
import { sharphoundSettings } from './settings.ts';

const reads: readonly Read<SharphoundClient>[] = [
  { lands: 'IntegratedApplication', pages: applicationPages },
  { lands: 'DirectoryProvider', pages: providerPages },
  { lands: 'ObjectDirectory', pages: directoryPages },
  { lands: 'Account', pages: directoryAccountPages },
  { lands: 'UserGroup', pages: directoryGroupPages },
  { lands: 'ResourceClass', pages: directoryClassPages },
  { lands: 'ResourceInstance', pages: directoryResourcePages },
  { lands: 'ResourceInstanceContainsResourceInstance', pages: inheritancePages },
  { lands: 'EntityManagedViaObject', pages: directoryMembershipPages },
  { lands: 'EntityAssignedAccessToObject', pages: directoryRightPages },
];

export const sharphound = defineConnector<typeof sharphoundSettings, SharphoundClient>({
  type: 'sharphound',
  title: 'SharpHound collection of Active Directory',
  description:
    'Users, computers, groups, trusts, sessions, local administrators and rights over objects, from the files that SharpHound wrote.',
  settings: sharphoundSettings,
  declares: [
    {
      types: reads.map(({ lands }) => lands),
      incremental: false,
      rights: 'reading the files of the collection',
    },
  ],
  open: openCollection,
  close: ({ files }) => files.close(),
  check: async client => checkCollection(client),
  reads: () => reads,
});

function checkCollection(client: SharphoundClient): Problem[] {
  const { withoutSessions, withoutLocalGroups } = client.inventory;
  const within = () => ({ field: 'id' });
  const gaps = [
    ...missingFileGaps(client),
    ...computerGaps(withoutSessions, 'The sessions', within),
    ...computerGaps(withoutLocalGroups, 'The groups', within),
  ];
  return gaps.map(({ subject, message }) => ({ severity: 'warning', place: subject, message }));
}
