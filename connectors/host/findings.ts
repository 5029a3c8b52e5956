// Problems that occurred while a part of the machine was read.
import type { Gap, Rejection } from '../../src/connector/contract.ts';

/** A file or folder that could not be read. Whether objects or only fields are missing because of it depends on the read. */
export interface Trouble {
  readonly reason: Gap['reason'];
  readonly subject: string;
  readonly message: string;
  /** The machine itself ignores the file too, so no object is missing because of it. */
  readonly harmless?: boolean;
  /**
   * No program of the machine can read the path either: it is no regular file, or a circle of links. The machine goes on without
   * an optional file, such as a user's keys. A file that every machine has is more likely hidden, for example by a broken mount.
   */
  readonly nothingThere?: boolean;
  /** The owners of the SSH keys that the file may hold: nothing else is missing because of it. */
  readonly owners?: readonly string[];
  /** What would be right. */
  readonly fix?: string;
}

/** A rejected line. */
export interface RejectedLine extends Rejection {
  /** Name of the account or group that the line describes, when the machine accepts the line and so has it. */
  readonly describes?: string;
}

export interface Findings {
  readonly troubles: Trouble[];
  readonly rejected: RejectedLine[];
}

export function noFindings(): Findings {
  return { troubles: [], rejected: [] };
}

/** Reject a line of a source. The line's text is left out, because it may hold a secret. */
export function reject(findings: Findings, place: string, ...reasons: string[]): void {
  findings.rejected.push({ place, reasons });
}

/** Reject a line that the machine itself accepts. The account or group exists, and must not look deleted. */
export function rejectCounted(findings: Findings, place: string, describes: string, reasons: readonly string[]): void {
  findings.rejected.push({ place, reasons, describes, harmless: false });
}
