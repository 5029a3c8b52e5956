// What a change would do to risks, as its preview says it.
import process from 'node:process';
import type { Json } from '../api/api-client.ts';
import { isTerminal, printJson, printLine, printRows } from '../output.ts';

interface PreviewedViolation extends Json {
  readonly rule: string;
  readonly severity: string;
  readonly objectId: string;
  readonly objectName?: string;
  readonly description: string;
}

export interface ShownRisks extends Json {
  readonly opened: readonly PreviewedViolation[];
  readonly closed: readonly PreviewedViolation[];
  readonly openedCount: number;
  readonly closedCount: number;
  readonly notEvaluated: readonly { readonly rules: readonly string[]; readonly reason: string }[];
  readonly evaluatedCount: number;
}

/**
 * What is not known first, then a table on a terminal, above the question whether to make the change; one JSON object into a pipe.
 */
export function printRisks(risks: ShownRisks): void {
  if (!isTerminal()) {
    printJson({ risks });
    return;
  }
  const { opened, closed, openedCount, closedCount, notEvaluated, evaluatedCount } = risks;
  for (const { rules, reason } of notEvaluated)
    printLine(`not evaluated: ${rules.join(', ')}: ${reason}`, process.stderr);
  if (evaluatedCount === 0) {
    const isOff = notEvaluated.length === 0;
    const unknown = 'it is not known which violations of risk rules would be opened or closed';
    printLine(isOff ? 'no risk rule is enabled' : unknown, process.stderr);
    return;
  }
  const rows = [
    ...opened.map(violation => ({ effect: 'opens', ...violation })),
    ...closed.map(violation => ({ effect: 'closes', ...violation })),
  ];
  printRows(
    rows,
    ({ effect, severity, rule, objectName, objectId, description }) => ({
      ...{ risk: effect, severity, rule, object: objectName ?? objectId, description },
    }),
    { essential: ['risk', 'rule', 'object'], main: ['severity'] },
  );
  const more = openedCount + closedCount - rows.length;
  if (more > 0) printLine(`${more} more violations would be opened or closed`, process.stderr);
  if (openedCount + closedCount > 0) return;
  const rules = notEvaluated.length === 0 ? 'a risk rule' : 'the other risk rules';
  printLine(`no violation of ${rules} is known to be opened or closed`, process.stderr);
}
