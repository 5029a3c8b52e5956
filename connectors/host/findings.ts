// Problems that occurred while a part of the machine was read.
import type { Gap, Rejection } from '../../src/connector/contract.ts';

/** A file or folder that could not be read. Whether objects or only fields are missing because of it depends on the read. */
export interface Trouble {
  readonly reason: Gap['reason'];
  readonly subject: string;
  readonly message: string;
  /** The machine itself ignores the file too, so no object is missing because of it. */
  readonly harmless?: boolean;
  /** What would be right. */
  readonly fix?: string;
}

export interface Findings {
  readonly troubles: Trouble[];
  readonly rejected: Rejection[];
}

export function noFindings(): Findings {
  return { troubles: [], rejected: [] };
}

/** Reject a line of a source. The line's text is left out, because it may hold a secret. */
export function reject(findings: Findings, place: string, ...reasons: string[]): void {
  findings.rejected.push({ place, reasons });
}
