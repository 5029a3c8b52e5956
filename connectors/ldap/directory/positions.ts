// The position that a run has reached when it begins, from which the next one can read only what changed.
import type { LdapClient } from '../client.ts';
import { oldestPositionDays } from '../limits.ts';
import { readEntry } from '../protocol/search.ts';
import { syncRequestOid } from '../protocol/sync-search.ts';
import { uuidText } from '../values/identifiers.ts';
import { dnKey, isWithin } from './dn.ts';
import { octetsOf, textsOf } from './entry.ts';

/** Active Directory: the number of the last change on one domain controller. */
interface UsnPosition {
  readonly kind: 'usn';
  /** Each domain controller counts for itself, and anew after it was restored from a backup (MS-ADTS, invocationId). */
  readonly invocationId: string;
  readonly usn: string;
}

/** OpenLDAP: the last change of each provider. */
interface CsnPosition {
  readonly kind: 'csn';
  readonly csns: readonly string[];
}

/** What a server can tell of its state now. Undefined: it cannot tell what changes after it, so every read is a full one. */
export type ServerPosition = UsnPosition | CsnPosition;

export interface Position {
  readonly server: ServerPosition;
  /** When the run began, in milliseconds: accounts that expired since then have not changed, but their state has. */
  readonly atMs: number;
  /** Who administers the domain. */
  readonly administrators: string | undefined;
}

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

export function writePosition(position: Position): string {
  return JSON.stringify(position);
}

/** @returns undefined when the server cannot continue there */
export function usablePosition(text: string, now: ServerPosition, nowMs: number): Position | undefined {
  const { server, atMs, administrators } = JSON.parse(text) as Position;
  if (server.kind !== now.kind || nowMs - atMs > oldestPositionDays * 86_400_000 || atMs > nowMs) return undefined;
  if (server.kind === 'usn' && now.kind === 'usn') {
    if (server.invocationId !== now.invocationId || BigInt(server.usn) > BigInt(now.usn)) return undefined;
  }
  return { server, atMs, administrators };
}
