import { isTerminal, printJson, printLine } from '../output.ts';
import type { Diagnosis } from './surroundings.ts';

export function printDiagnosis(finding: Diagnosis): void {
  if (isTerminal()) printLine(`${finding.verdict.padEnd(8)} ${finding.what}: ${finding.message}`);
  else printJson(finding);
}
