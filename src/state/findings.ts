// What a build found in its data.
import { sanitizeText } from '../connector/sanitize-text.ts';

/** Something that a build found in its data. One of severity `stop` holds its source back, or the whole version. */
export interface Finding {
  readonly check: string;
  readonly severity: 'stop' | 'warn';
  readonly message: string;
  readonly count: number;
  /** The source whose data it is about; absent when it is about the version as a whole. */
  readonly source?: string;
}

/** Findings as state can hold them. */
export const sanitizeFindings = (findings: readonly Finding[]): Finding[] =>
  findings.map(finding => ({ ...finding, message: sanitizeText(finding.message) }));
