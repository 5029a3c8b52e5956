// The position that a run has reached when it begins, from which the next one can read only what changed.
import { oldestPositionDays } from '../limits.ts';

/** Active Directory: the number of the last change on one domain controller. */
interface UsnPosition {
  readonly kind: 'usn';
  /** Each domain controller has numbers of its own, and begins again after it was restored from a backup (MS-ADTS, invocationId). */
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

export interface LdapPosition {
  readonly server: ServerPosition;
  /** When the run began, in milliseconds: accounts that expired since then have not changed, but their state has. */
  readonly atMs: number;
  /** Who administers the domain. */
  readonly administrators: string | undefined;
}

export function writePosition(position: LdapPosition): string {
  return JSON.stringify(position);
}

/** @returns undefined when the server cannot continue there */
export function usablePosition(text: string, now: ServerPosition, nowMs: number): LdapPosition | undefined {
  const { server, atMs, administrators } = JSON.parse(text) as LdapPosition;
  if (server.kind !== now.kind || nowMs - atMs > oldestPositionDays * 86_400_000 || atMs > nowMs) return undefined;
  if (server.kind === 'usn' && now.kind === 'usn') {
    if (server.invocationId !== now.invocationId || BigInt(server.usn) > BigInt(now.usn)) return undefined;
  }
  return { server, atMs, administrators };
}
