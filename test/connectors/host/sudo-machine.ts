// A small machine whose sudoers file a test writes.
import { type HostReading, readHost, temporaryRoot } from './reading.ts';

export const passwd = [
  'root:x:0:0::/root:/bin/sh',
  'ann:x:1000:1000::/home/ann:/bin/sh',
  'ben:x:1001:1001::/home/ben:/bin/sh',
  'cat:x:1002:1002::/home/cat:/bin/sh',
  'app:x:500:500::/srv:/bin/false',
];
export const group = [
  'root:x:0:',
  'ann:x:1000:',
  'ben:x:1001:',
  'cat:x:1002:',
  'app:x:500:',
  'ops:x:600:ann,ben',
  'docker:x:700:app',
];

export const read = async (sudoers: string, files: object = {}, settings: object = {}) =>
  readHost(
    await temporaryRoot({
      '/etc/passwd': `${passwd.join('\n')}\n`,
      '/etc/group': `${group.join('\n')}\n`,
      '/etc/sudoers': `${sudoers}\n`,
      ...files,
    }),
    settings,
  );

/** The accounts and groups that hold sudo rules directly. */
export const holders = (reading: HostReading) =>
  reading
    .of('EntityManagedViaObject')
    .records.filter(record => String(record['managedViaObjectId']).startsWith('sudo-rule:'))
    .map(record => record['entityId']);

export const administrators = (reading: HostReading) =>
  reading
    .of('Account')
    .records.filter(record => record['isAdmin'])
    .map(record => record['alias']);

/** One fact about each entitlement of the sudo rules for the commands as they are written, such as `passwordRequired`. */
export const factsOf = (reading: HostReading, name: string) =>
  reading
    .of('EntityAssignedAccessToObject')
    .records.filter(({ id }) => id.startsWith('sudo-rule:') && !id.includes(' with-arguments '))
    .map(record => {
      const { reasonSpecificData } = record['entitlementSpecification'] as {
        reasonSpecificData: { accessControlMetadata: { name: string; value: unknown }[] };
      };
      return reasonSpecificData.accessControlMetadata.find(item => item.name === name)?.value;
    });
