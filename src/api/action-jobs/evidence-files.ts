// What a job did, for an auditor: a CSV file of its targets and a Markdown file that names it by its digest.
import { createHash } from 'node:crypto';
import manifest from '../../../package.json' with { type: 'json' };
import { canonicalJson } from '../../canonical-json.ts';
import type { ActionJob, DataSync } from '../../state/actions/jobs.ts';
import type { ActionResult, RecordChange } from '../../state/actions/results.ts';
import { csvLine } from '../../text/csv-line.ts';
import { markdownTable } from '../../text/markdown-table.ts';

/** An account as the version in service shows it. */
export interface EvidenceAccount {
  readonly source: string | undefined;
  readonly alias: string;
}

/** A row of sql/lookups/evidence_violations.sql. */
export interface EvidenceViolation {
  readonly status: string;
  readonly severity: string;
  readonly rule: string;
  readonly alias: string;
  readonly detected: string;
  readonly resolved: string | null;
}

export interface EvidenceFacts {
  readonly job: ActionJob;
  /** Whether the data of the service show the change. */
  readonly dataSync: DataSync;
  readonly results: readonly ActionResult[];
  /** Target → what was there before and after. */
  readonly changes: ReadonlyMap<string, RecordChange>;
  readonly accounts: ReadonlyMap<string, EvidenceAccount>;
  readonly violations: readonly EvidenceViolation[];
  /** Number of the version that names and violations are from. */
  readonly version: number;
  /** Address of the service. */
  readonly service: string;
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

const csvColumns = ['target', 'source', 'account', 'result', 'reason', 'before', 'after', 'sha256', 'undone by'];

/** Both files with their digests (SHA-256, hexadecimal). */
export function evidenceFiles(facts: EvidenceFacts): {
  readonly name: string;
  readonly mediaType: string;
  readonly sha256: string;
  readonly content: string;
}[] {
  const base = `job-${facts.job.job_id.slice(0, 8)}`;
  const rows = targetRows(facts);
  const csv = [csvColumns, ...rows].map(csvLine).join('');
  const csvFile = { name: `${base}.csv`, mediaType: 'text/csv', sha256: digestOf(csv), content: csv };
  const markdown = report(facts, rows, csvFile);
  return [csvFile, { name: `${base}.md`, mediaType: 'text/markdown', sha256: digestOf(markdown), content: markdown }];
}

/** A row for each result. The digest is of the target with its result and both images, as JSON with sorted keys (RFC 8785). */
function targetRows({ results, changes, accounts }: EvidenceFacts): readonly (readonly unknown[])[] {
  return results.map(({ object_id: target, status, failure_reason: reason, pending, undone_by: undoneBy }) => {
    const { before, after } = changes.get(target) ?? {};
    const account = accounts.get(target);
    const sha256 = digestOf(canonicalJson({ target, status, before: before ?? null, after: after ?? null }));
    return [target, account?.source, account?.alias, status, reason ?? pending, before, after, sha256, undoneBy];
  });
}

function report(
  { job, dataSync, violations, version, service }: EvidenceFacts,
  rows: readonly (readonly unknown[])[],
  csv: { readonly name: string; readonly sha256: string },
): string {
  const { total, succeeded, failed, operation } = job;
  const facts: [string, unknown][] = [
    ['Job', job.job_id],
    ['Operation', job.type === 'Revert' ? `undo of ${operation}` : operation],
    ['Purpose', job.purpose],
    ['Requested by', job.principal_name ?? job.principal_id],
    ['Decided on version', job.accepted_version],
    ['Accepted', job.created_at],
    ['Approval asked for', job.approval_reason],
    ['Approved by', job.approver_name ?? job.approved_by],
    ['Rollout', job.rollout],
    ['Ended', job.ended_at],
    ['Result', `${job.status.replace('Reverted', 'Undone')}: ${succeeded} of ${total} succeeded, ${failed} failed`],
    ['Stopped', job.stop_reason],
    ['Shown by the data', dataSync],
    ['Undone by', job.revert_job],
    ['Names and risks from version', version],
    ['Service', `${service}, Rolecall ${manifest.version}`],
    ['Evidence made', new Date()],
    ['Targets with images', `${csv.name}, ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}, SHA-256 ${csv.sha256}`],
  ];
  const headings = (...names: string[]) => names.map(heading => ({ heading }));
  const results = rows.map(row => [row[1], row[2], row[8] === null ? row[3] : `${row[3]}, undone`, row[4]]);
  return [
    `# Evidence of the change ${job.job_id}\n`,
    markdownTable(
      headings('Fact', 'Value'),
      facts.filter(([, value]) => value !== undefined && value !== null),
    ),
    '## Targets\n',
    markdownTable(headings('Source', 'Account', 'Result', 'Reason'), results),
    '## Risks of the targets: open now, and ended since the job was accepted\n',
    violations.length === 0
      ? 'None is known.\n'
      : markdownTable(
          headings('Status', 'Severity', 'Rule', 'Object', 'Detected', 'Resolved'),
          violations.map(each => [each.status, each.severity, each.rule, each.alias, each.detected, each.resolved]),
        ),
  ].join('\n');
}
