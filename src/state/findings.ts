// What a build found in its data.
import { sanitizeText } from './sanitize-text.ts';

/** A problem that a build found in its data. A finding of severity `stop` holds back its source, or the whole version. */
export interface Finding {
  readonly check: string;
  readonly severity: 'stop' | 'warn';
  readonly message: string;
  readonly count: number;
  /** The source whose data it is about; absent when it is about the version as a whole. */
  readonly source?: string;
}

/** Findings whose messages hold only characters that state can store. */
export const sanitizeFindings = (findings: readonly Finding[]): Finding[] =>
  findings.map(finding => ({ ...finding, message: sanitizeText(finding.message) }));
