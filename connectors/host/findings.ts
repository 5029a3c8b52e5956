// What reading a part of the machine turned up besides its content.
import type { Gap, Rejection } from '../../src/connector/contract.ts';

/** A file or folder that could not be read. Whether objects or only fields are missing depends on who asks. */
export interface Trouble {
  readonly reason: Gap['reason'];
  readonly subject: string;
  readonly message: string;
  /** The machine itself gets nothing out of the file either, so no object is missing because of it. */
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

/** Set a source line aside. The line's own text is left out: it may hold a secret. */
export function reject(findings: Findings, place: string, ...reasons: string[]): void {
  findings.rejected.push({ place, reasons });
}
