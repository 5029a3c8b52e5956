// rolecall reviews: who was asked, what was decided, and the job that takes away what reviewers decided to take away.
import process from 'node:process';
import { OperatorError } from '../../errors.ts';
import { utcMinute } from '../../iso-time.ts';
import { isUuid } from '../../uuid.ts';
import { type ApiClient, connectApi, type Json } from '../api/api-client.ts';
import { agreesTo } from '../changes/act.ts';
import { namedObject } from '../changes/named-objects.ts';
import { type CommonOptions, withOperator } from '../deployment.ts';
import { reasonWords } from '../fix/ask-owner.ts';
import { type EvidenceFile, writeFiles } from '../fix/evidence.ts';
import { propose, type RolloutOptions, removalPath, rolloutOf } from '../fix/fix.ts';
import { type SelectionOptions, selectedAccounts } from '../fix/selection.ts';
import type { Format } from '../format.ts';
import { counted, isTerminal, printJson, printLine, printRows } from '../output.ts';
import { isShortId, wholeId } from '../short-id.ts';

const path = '/v1/reviews';

interface ReviewView extends Json {
  readonly id: string;
  readonly title: string;
  readonly operation: 'DisableAccount' | 'RemoveRole' | 'RemoveGroupMember';
  readonly container?: { readonly id: string; readonly name: string };
  readonly status: string;
  readonly due: string;
  readonly counts: Readonly<Record<'lines' | 'keep' | 'takeAway' | 'undecided' | 'unasked' | 'proposed', number>>;
}

interface ReviewDetails extends ReviewView {
  readonly reviewers: readonly {
    readonly name?: string;
    readonly address: string;
    readonly lines: number;
    readonly undecided: number;
    readonly told: string;
    readonly toldError?: string;
  }[];
  readonly lines: readonly {
    readonly accountId: string;
    readonly account: string;
    readonly sourceId: string;
    readonly reviewer?: string;
    readonly address?: string;
    readonly reason: string;
    readonly decision?: 'Keep' | 'TakeAway';
    readonly comment?: string;
    readonly jobId?: string;
  }[];
}

export async function listReviewsCommand(common: CommonOptions, limit: number, format?: Format): Promise<void> {
  const api = await connectApi(common);
  const reviews: ReviewView[] = [];
  for await (const review of api.items(`${path}?pageSize=${Math.min(limit, 200)}`)) {
    if (reviews.length >= limit) break;
    reviews.push(review as ReviewView);
  }
  const view = ({ id, title, status, due, counts }: ReviewView) => ({
    ...{ review: id, title, status, due, undecided: counts.undecided, keep: counts.keep, away: counts.takeAway },
    ...{ lines: counts.lines, 'nobody asked': counts.unasked },
  });
  printRows(reviews, view, {
    format,
    empty: 'There are no reviews; `rolecall reviews create` makes one.',
    essential: ['review', 'title', 'status'],
    main: ['due', 'undecided', 'keep', 'away'],
  });
}

export interface CreationOptions extends SelectionOptions {
  readonly due: string;
  readonly role?: string;
  readonly group?: string;
  readonly substitute?: string;
  readonly yes: boolean;
}

export async function sendReview(
  common: CommonOptions,
  title: string,
  names: readonly string[],
  options: CreationOptions,
): Promise<void> {
  const { due, role, group, substitute, source, yes } = options;
  if (role !== undefined && group !== undefined) throw new OperatorError('give --role or --group, not both');
  const api = await connectApi(common);
  const kind = role === undefined ? 'group' : 'role';
  const container = role ?? group;
  const containerId = container === undefined ? undefined : await namedObject(api, kind, container, source);
  const ids = await selectedAccounts(api, names, options);
  const operation =
    containerId === undefined ? 'DisableAccount' : role === undefined ? 'RemoveGroupMember' : 'RemoveRole';
  const { items } = (await api.send('POST', '/v1/accounts/reviewers', { ids })) as unknown as {
    items: { readonly account: string; readonly address?: string; readonly reason: string }[];
  };
  const asked = new Set(items.flatMap(({ address = substitute }) => address ?? []));
  const unasked = items.filter(({ address = substitute }) => address === undefined);
  if (unasked.length > 0) {
    const some = unasked
      .slice(0, 5)
      .map(({ account }) => account)
      .join(', ');
    printLine(
      `nobody can be asked about ${unasked.length} of ${ids.length}: ${some}${unasked.length > 5 ? ', …' : ''}; --substitute names somebody`,
      process.stderr,
    );
  }
  if (
    !yes &&
    !(await agreesTo(
      `Ask ${counted(asked.size, 'person', 'people')} about ${counted(ids.length, 'account', 'accounts')}?`,
    ))
  ) {
    printLine('nobody was asked', process.stderr);
    process.exitCode = 1;
    return;
  }
  const body = { title, ids, operation, due, ...(containerId && { containerId }), ...(substitute && { substitute }) };
  printDetails((await api.send('POST', path, body)) as ReviewDetails);
}

export async function reviewStatus(common: CommonOptions, name: string, format?: Format): Promise<void> {
  const api = await connectApi(common);
  const review = await namedReview(api, name);
  if (isTerminal()) printDetails(review);
  const addressed = (line: ReviewDetails['lines'][number]) => line.reviewer ?? line.address ?? null;
  printRows(
    review.lines,
    line => ({
      ...{ source: line.sourceId, account: line.account, decision: line.decision ?? 'undecided' },
      ...{
        asked: line.address === undefined ? null : addressed(line),
        because: reasonWords[line.reason] ?? line.reason,
      },
      ...{ comment: line.comment ?? null, job: line.jobId ?? null, id: line.accountId },
    }),
    { format, essential: ['account', 'decision'], main: ['asked'] },
  );
}

/** A change of everything that reviewers decided to take away, as `rolecall fix` makes it. */
export async function applyReview(
  common: CommonOptions,
  name: string,
  { purpose, yes, ...options }: RolloutOptions,
): Promise<void> {
  const rollout = rolloutOf({ yes, ...options });
  const api = await connectApi(common);
  const { id, title, operation, container, lines, counts } = await namedReview(api, name);
  const ids = lines.filter(({ decision }) => decision === 'TakeAway').map(({ accountId }) => accountId);
  if (counts.undecided > 0)
    printLine(`${counts.undecided} of ${counts.lines} lines are undecided, and stay as they are`, process.stderr);
  if (ids.length === 0) throw new OperatorError('nobody decided to take anything away, so there is nothing to propose');
  const target =
    operation === 'DisableAccount'
      ? '/v1/accounts/disable'
      : removalPath(operation === 'RemoveRole' ? 'role' : 'group', container!.id);
  await propose(api, target, ids, rollout, { review: id, purpose: purpose ?? `review: ${title}`, yes });
}

export async function endReview(common: CommonOptions, name: string): Promise<void> {
  const api = await connectApi(common);
  const { id } = await namedReview(api, name);
  printDetails((await api.send('POST', `${path}/${id}/close`)) as ReviewDetails);
}

export async function evidenceOfReview(common: CommonOptions, name: string, output: string | undefined): Promise<void> {
  const api = await connectApi(common);
  const { id } = await namedReview(api, name);
  const { files } = (await api.send('GET', `${path}/${id}/evidence`)) as unknown as { files: EvidenceFile[] };
  writeFiles(files, output);
}

export async function reviewLinks(common: CommonOptions, name: string, format?: Format): Promise<void> {
  const review = isUuid(name) ? name : (await namedReview(await connectApi(common), name)).id;
  const { tenant } = common;
  const links = await withOperator(common, operator => operator.reviewLinks({ tenant, review }));
  const view = ({ address, undecided, url, expiresAt }: (typeof links)[number]) => ({
    ...{ reviewer: address, undecided, link: url, until: expiresAt },
  });
  printRows(links, view, { format, essential: ['reviewer', 'link'], whole: ['link'] });
}

/** On a terminal how far it is, otherwise all of it as JSON. */
function printDetails(review: ReviewDetails): void {
  if (!isTerminal()) {
    printJson(review);
    return;
  }
  const { id, title, status, due, counts, reviewers } = review;
  printLine(`${title} (${id})`);
  printLine(
    `${status}, due ${utcMinute(new Date(due))}: ${counts.keep} keep, ${counts.takeAway} take away, ${counts.undecided} undecided, of ${counts.lines}`,
  );
  if (counts.unasked > 0) printLine(`for ${counts.unasked} lines nobody is known who can be asked`);
  const view = ({ name, address, lines, undecided, told, toldError }: (typeof reviewers)[number]) => ({
    ...{
      reviewer: address,
      name: name ?? null,
      lines,
      undecided,
      told: toldWords[told] ?? told,
      error: toldError ?? null,
    },
  });
  printRows(reviewers, view, { essential: ['reviewer', 'undecided'], main: ['told'] });
}

const toldWords: Readonly<Record<string, string>> = {
  Waiting: 'being sent',
  Delivered: 'yes',
  Abandoned: 'failed',
  Nobody: 'no: no mail server',
  Unknown: 'not known',
};

/** @throws OperatorError when no review, or more than one, has an id that begins so; ApiError when there is none with the whole id */
async function namedReview(api: ApiClient, text: string): Promise<ReviewDetails> {
  let id = text.toLowerCase();
  if (!isUuid(id)) {
    const ids: string[] = [];
    if (isShortId(id)) for await (const each of api.items(`${path}?pageSize=200`)) ids.push(String(each.id));
    id = wholeId('review', text, ids, '`rolecall reviews` shows them');
  }
  return (await api.send('GET', `${path}/${id}`)) as ReviewDetails;
}
