// Roles: objects of the directory, or in Active Directory the built-in groups that give power over the domain.
import type { Page, Read } from '../../../src/connector/contract.ts';
import type { LdapClient } from '../client.ts';
import { octetsOf } from '../directory/entry.ts';
import { scan } from '../directory/scan.ts';
import { directoryAbove } from '../records/containers.ts';
import { groupAttributes, roleRecord } from '../records/groups.ts';
import { createPage } from '../records/pages.ts';
import { privilegedGroups, privilegedRoleRecord } from '../records/privileged-groups.ts';
import { sidText } from '../values/identifiers.ts';
import { entityRead } from './entities.ts';

export const roleRead: Read<LdapClient> = entityRead({
  lands: 'Role',
  needs: ['ObjectDirectory'],
  what: 'roles',
  kind: 'role',
  attributes: () => groupAttributes,
  indexed: ['container'],
  record: (client, { entry, id, key }) => roleRecord(entry, id, directoryAbove(client, key)),
});

/** There are only a dozen, so they are always read in full. */
export const privilegedRoleRead: Read<LdapClient> = {
  lands: 'Role',
  async *pages(client): AsyncGenerator<Page> {
    const page = createPage({ next: undefined });
    const bySid = new Map(privilegedGroups.map(group => [group.sid(client.domainSid ?? ''), group]));
    const filter = `(|${[...bySid.keys()].map(sid => `(objectSid=${sid})`).join('')})`;
    for await (const { entries, gaps } of scan(client, {
      what: 'privileged groups',
      filter,
      attributes: ['objectSid'],
    })) {
      page.note(gaps);
      for (const entry of entries) {
        const sid = octetsOf(entry, 'objectSid')[0];
        const text = sid && sidText(sid);
        const group = text === undefined ? undefined : bySid.get(text);
        if (group) page.add(privilegedRoleRecord(group, text!), entry.dn);
      }
    }
    yield page.take();
  },
};
