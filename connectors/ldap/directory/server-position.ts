// Asks a server for its present position.
import type { LdapClient } from '../client.ts';
import { readEntry } from '../protocol/search.ts';
import { syncRequestOid } from '../protocol/sync-search.ts';
import { uuidText } from '../values/identifiers.ts';
import { dnKey, isWithin } from './dn.ts';
import { octetsOf, textsOf } from './entry.ts';
import type { ServerPosition } from './positions.ts';

/** Read it before anything else is read. */
export async function readServerPosition(
  client: Pick<LdapClient, 'session' | 'server' | 'baseKey' | 'ids'>,
): Promise<ServerPosition | undefined> {
  const { server, session, baseKey, ids } = client;
  if (server.kind === 'active-directory') {
    if (server.dsServiceName === undefined || server.highestCommittedUsn === undefined) return undefined;
    const { entry } = await readEntry(session, server.dsServiceName, ['invocationId']);
    const id = entry && octetsOf(entry, 'invocationId')[0];
    if (!id || !/^\d{1,19}$/.test(server.highestCommittedUsn)) return undefined;
    return { kind: 'usn', invocationId: uuidText(id), usn: server.highestCommittedUsn };
  }
  if (server.kind !== 'openldap' || !server.controls.has(syncRequestOid) || ids.attribute !== 'entryUUID')
    return undefined;
  const suffix = server.namingContexts.find(context => {
    const key = dnKey(context);
    return key !== undefined && key !== '' && isWithin(baseKey, key);
  });
  const { entry } = suffix === undefined ? {} : await readEntry(session, suffix, ['contextCSN']);
  const csns = entry ? textsOf(entry, 'contextCSN').filter(csn => /^[0-9.Z#a-f]{1,60}$/i.test(csn)) : [];
  return csns.length > 0 ? { kind: 'csn', csns: csns.sort() } : undefined;
}
