// What reviewers decided, for an auditor: a CSV file of the lines and a Markdown file that names it by its digest.
import { createHash } from 'node:crypto';
import manifest from '../../../package.json' with { type: 'json' };
import type { Review, Reviewer, ReviewLine } from '../../state/reviews/reviews.ts';
import { csvLine } from '../../text/csv-line.ts';
import { markdownTable } from '../../text/markdown-table.ts';
import { toldOf } from './view-review.ts';

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

const columns = ['account id', 'source', 'account', 'asked', 'because', 'decision', 'decided', 'comment', 'job'];

/** The service that makes the evidence. */
interface EvidenceSource {
  readonly address: string;
  /** Whether its configuration names a way to tell reviewers. */
  readonly tellsReviewers: boolean;
}

/** Both files with their digests (SHA-256, hexadecimal). */
export function reviewEvidence(
  review: Review,
  reviewers: readonly Reviewer[],
  lines: readonly ReviewLine[],
  service: EvidenceSource,
): { readonly name: string; readonly mediaType: string; readonly sha256: string; readonly content: string }[] {
  const base = `review-${review.review_id.slice(0, 8)}`;
  const addressOf = new Map(reviewers.map(({ reviewer, address }) => [reviewer, address]));
  const rows = lines.map(line => [
    ...[
      line.account_id,
      line.source_id,
      line.alias,
      (line.reviewer !== null && addressOf.get(line.reviewer)) || 'nobody',
    ],
    ...[line.reason, line.decision ?? 'undecided', line.decided_at, line.comment, line.job_id],
  ]);
  const csv = [columns, ...rows].map(csvLine).join('');
  const csvFile = { name: `${base}.csv`, mediaType: 'text/csv', sha256: digestOf(csv), content: csv };
  const markdown = report(review, reviewers, rows, service, csvFile);
  return [csvFile, { name: `${base}.md`, mediaType: 'text/markdown', sha256: digestOf(markdown), content: markdown }];
}

function report(
  review: Review,
  reviewers: readonly Reviewer[],
  rows: readonly (readonly unknown[])[],
  service: EvidenceSource,
  csv: { readonly name: string; readonly sha256: string },
): string {
  const { lines, keep, take_away: takeAway, undecided, unasked, proposed } = review;
  const facts: [string, unknown][] = [
    ['Review', review.review_id],
    ['Title', review.title],
    ['Taking away means', review.operation],
    ['Role or group', review.container_name],
    ['Requested by', review.principal_name ?? review.principal_id],
    ['Lines from version', review.version],
    ['Began', review.created_at],
    ['Due', review.due_at],
    ['Closed', review.closed_at],
    ['State', review.status],
    ['Result', `${keep} keep, ${takeAway} take away, ${undecided} undecided, of ${lines}`],
    ['Nobody could be asked', unasked],
    ['Proposed as a job', proposed],
    ['Service', `${service.address}, Rolecall ${manifest.version}`],
    ['Evidence made', new Date()],
    ['Lines', `${csv.name}, ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}, SHA-256 ${csv.sha256}`],
  ];
  const headings = (...names: string[]) => names.map(heading => ({ heading }));
  return [
    `# Evidence of the review ${review.review_id}\n`,
    markdownTable(
      headings('Fact', 'Value'),
      facts.filter(([, value]) => value !== undefined && value !== null),
    ),
    '## Reviewers\n',
    markdownTable(
      headings('Name', 'Address', 'Lines', 'Undecided', 'Link'),
      reviewers.map(each => {
        const told = toldOf(each, review, service.tellsReviewers);
        return [each.name, each.address, each.lines, each.undecided, told];
      }),
    ),
    '## Lines\n',
    markdownTable(
      headings('Source', 'Account', 'Asked', 'Because', 'Decision', 'Decided', 'Comment'),
      rows.map(row => row.slice(1, 8)),
    ),
  ].join('\n');
}
