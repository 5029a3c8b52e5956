// rolecall fix evidence: what a job did, for an auditor, as a CSV file of its targets and a Markdown file that names it by its digest.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import manifest from '../../../package.json' with { type: 'json' };
import { canonicalJson } from '../../canonical-json.ts';
import { OperatorError } from '../../errors.ts';
import { type ApiClient, connectApi, type Json } from '../api/api-client.ts';
import { type ActionJobView, namedJob } from '../changes/action-jobs.ts';
import { namesOfAccounts } from '../changes/named-objects.ts';
import { csvLine } from '../csv.ts';
import type { CommonOptions } from '../deployment.ts';
import { grouped, isTerminal, printJson, printLine } from '../output.ts';
import { markdownTable } from '../table.ts';

/** @param name beginning of the names of both files, which must not exist */
export async function writeEvidence(common: CommonOptions, job: string, name: string | undefined): Promise<void> {
  const api = await connectApi(common);
  const found = await namedJob(api, job);
  if (found.completedAt === null)
    throw new OperatorError(`the job ${found.id} is ${found.status}; evidence is of ended jobs`);
  const base = name ?? `job-${found.id.slice(0, 8)}`;
  const { rows, version } = await targetsOf(api, found);
  const csv = [csvColumns, ...rows].map(csvLine).join('');
  const csvFile = `${base}.csv`;
  const risks = await violationsOf(
    api,
    found,
    rows.map(row => String(row[0])),
  );
  const markdown = report(found, { api, version, rows, risks, csvFile, csvDigest: digestOf(csv) });
  const files = [
    [csvFile, csv],
    [`${base}.md`, markdown],
  ] as const;
  for (const [file, text] of files) write(file, text);
  const written = files.map(([file, text]) => ({ file, bytes: Buffer.byteLength(text), sha256: digestOf(text) }));
  for (const { file, bytes, sha256 } of written) {
    if (isTerminal()) printLine(`${file}: ${grouped(bytes)} bytes, SHA-256 ${sha256}`);
    else printJson({ file, bytes, sha256 });
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

function write(file: string, text: string): void {
  try {
    fs.writeFileSync(file, text, { flag: 'wx' });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' ? 'is there already; --output gives another name' : `cannot be written (${code})`;
    throw new OperatorError(`${file}: ${reason}`, { cause });
  }
}

const csvColumns = ['target', 'source', 'account', 'result', 'reason', 'before', 'after', 'sha256'];

/** A row for each result. The digest is of the target with its result and both images, as JSON with sorted keys (RFC 8785). */
async function targetsOf(
  api: ApiClient,
  { id }: ActionJobView,
): Promise<{ rows: readonly (readonly unknown[])[]; version: string }> {
  const results: Json[] = [];
  for await (const result of api.items(`/v1/action-jobs/${id}/results`)) results.push(result);
  const changes = new Map<string, Json>();
  for await (const change of api.items(`/v1/action-jobs/${id}/changes`)) changes.set(String(change['target']), change);
  const { names, version } = await namesOfAccounts(api, [...new Set(results.map(({ target }) => String(target)))]);
  const rows = results.map(({ target, status, failureReason, pending }) => {
    const { before, after } = changes.get(String(target)) ?? {};
    const account = names.get(String(target));
    const sha256 = digestOf(canonicalJson({ target, status, before: before ?? null, after: after ?? null }));
    return [target, account?.source, account?.alias, status, failureReason ?? pending, before, after, sha256];
  });
  return { rows, version };
}

/** The violations of the job's targets that are open, and those that ended since it was accepted. */
async function violationsOf(api: ApiClient, job: ActionJobView, ids: readonly string[]): Promise<readonly unknown[][]> {
  const { rows } = await api.send('POST', '/v1/query/execute', {
    query_string: `SELECT violation.status, violation.severity, violation.risk_definition_id, entity.object_name,
        violation.detected_at, violation.resolved_at
      FROM risk_violations AS violation LEFT JOIN objects AS entity ON entity.object_id = violation.global_entity_id
      WHERE violation.global_entity_id::VARCHAR IN (:ids)
        AND (violation.status = 'Open' OR violation.resolved_at >= :since::TIMESTAMP)
      ORDER BY violation.status, violation.severity, violation.risk_definition_id, entity.object_name`,
    parameters: { ids, since: job.startedAt },
    page_size: 10_000,
  });
  return rows as unknown[][];
}

interface Report {
  readonly api: ApiClient;
  readonly version: string;
  readonly rows: readonly (readonly unknown[])[];
  readonly risks: readonly unknown[][];
  readonly csvFile: string;
  readonly csvDigest: string;
}

function report(job: ActionJobView, { api, version, rows, risks, csvFile, csvDigest }: Report): string {
  const { total, succeeded, failed } = job.targets;
  const facts: [string, unknown][] = [
    ['Job', job.id],
    ['Operation', job.type === 'Revert' ? `revert of ${job.operation}` : job.operation],
    ['Purpose', job.purpose],
    ['Requested by', job.requestedByName ?? job.requestedBy],
    ['Decided on version', job.acceptedVersion],
    ['Accepted', job.startedAt],
    ['Approval asked for', job.approval?.reason],
    ['Approved by', job.approval?.approvedByName ?? job.approval?.approvedBy],
    ['Rollout', job.rollout],
    ['Ended', job.completedAt],
    ['Result', `${job.status}: ${succeeded} of ${total} succeeded, ${failed} failed`],
    ['Stopped', job.stopped],
    ['Shown by the data', job.dataSync.status],
    ['Reverted by', job.revertedBy],
    ['Names and risks from version', version],
    ['Service', `${api.baseUrl}, Rolecall ${manifest.version}`],
    ['Evidence made', new Date()],
    ['Targets with images', `${csvFile}, ${rows.length} rows, SHA-256 ${csvDigest}`],
  ];
  const headings = (...names: string[]) => names.map(heading => ({ heading }));
  const result = rows.map(([, source, account, status, reason]) => [source, account, status, reason]);
  return [
    `# Evidence of the change ${job.id}\n`,
    markdownTable(
      headings('Fact', 'Value'),
      facts.filter(([, value]) => value !== undefined && value !== null),
    ),
    '## Targets\n',
    markdownTable(headings('Source', 'Account', 'Result', 'Reason'), result),
    '## Risks of the targets: open now, and ended since the job was accepted\n',
    risks.length === 0
      ? 'None is known.\n'
      : markdownTable(headings('Status', 'Severity', 'Rule', 'Object', 'Detected', 'Resolved'), risks),
  ].join('\n');
}
