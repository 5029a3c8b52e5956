// The page on which a reviewer decides, by a signed link and without an account: plain HTML without scripts. Opening it decides nothing,
// because mail scanners open links too.
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { utcMinute } from '../../iso-time.ts';
import { decideLines, type LineDecision } from '../../state/reviews/decisions.ts';
import {
  type LinkedReviewer,
  openReviewLinks,
  type ReviewLinks,
  reviewPagePath,
} from '../../state/reviews/review-links.ts';
import {
  findReview,
  type Review,
  type ReviewDecision,
  type Reviewer,
  type ReviewLine,
  reviewDecisions,
  reviewersOf,
  reviewLines,
} from '../../state/reviews/reviews.ts';
import { beginErrorAnswer } from '../http/errors.ts';
import { escapedHtml } from '../pages/html.ts';
import { paragraph, preparePages, requestNote, sendPage } from '../sign-in/page.ts';

export interface ReviewPageOptions {
  readonly database: Database;
  /** Address of the service. */
  readonly baseUrl: string;
}

/** Bytes of a form with the most lines and the longest comments. */
const longestForm = 4 * 1024 * 1024;
const longestComment = 500;

export async function registerReviewPage(
  app: FastifyInstance,
  { database, baseUrl }: ReviewPageOptions,
): Promise<void> {
  const links = await openReviewLinks(database, baseUrl);
  await app.register(async pages => {
    preparePages(pages, longestForm);
    pages.setErrorHandler((error: FastifyError, request, reply) => {
      const { status, message } = beginErrorAnswer(error, request, reply);
      const title = status >= 500 ? 'Deciding does not work at the moment' : 'Nothing was decided';
      const text = `${message[0]!.toUpperCase()}${message.slice(1)}.`;
      return sendPage(reply, status, { title, body: [paragraph(text), requestNote(request.id)] });
    });
    pages.get<{ Querystring: Record<string, unknown> }>(reviewPagePath, async ({ query }, reply) => {
      const assigned = await assignedLines(database, links, query['token']);
      return sendReview(reply, assigned, typeof query['saved'] === 'string' ? query['saved'] : undefined);
    });
    pages.post<{ Body: URLSearchParams | undefined }>(reviewPagePath, async ({ body: form }, reply) => {
      const assigned = await assignedLines(database, links, form?.get('token'));
      const { review, reviewer, token } = assigned;
      const saved = await decideLines(database, review, reviewer, decisionsIn(form!, assigned.lines));
      return reply.redirect(`${reviewPagePath}?token=${token}&saved=${saved}`, 303);
    });
  });
}

interface Assigned {
  readonly token: string;
  readonly review: Review;
  readonly reviewer: Reviewer;
  /** Those that this reviewer decides. */
  readonly lines: readonly ReviewLine[];
}

/** @throws ServiceError LINK_INVALID */
async function assignedLines(database: Database, links: ReviewLinks, token: unknown): Promise<Assigned> {
  const linked = typeof token === 'string' ? links.verify(token) : undefined;
  const found = linked && (await lookUp(database, linked));
  if (found) return { token: String(token), ...found };
  throw new ServiceError(
    'LINK_INVALID',
    'the link was altered or cut off; open it again from the message that you got',
  );
}

async function lookUp(database: Database, { reviewId, reviewer: number }: LinkedReviewer) {
  const review = await findReview(database, reviewId);
  if (!review) return undefined;
  const [reviewers, lines] = await Promise.all([reviewersOf(database, reviewId), reviewLines(database, reviewId)]);
  const reviewer = reviewers.find(each => each.reviewer === number);
  return reviewer && { review, reviewer, lines: lines.filter(each => each.reviewer === number) };
}

/** The decisions of a form: those of its lines that have one. @throws ServiceError BAD_REQUEST */
function decisionsIn(form: URLSearchParams, lines: readonly ReviewLine[]): LineDecision[] {
  return lines.flatMap(({ line, alias }) => {
    const decision = form.get(`decision-${line}`);
    if (decision === null) return [];
    const comment = (form.get(`comment-${line}`) ?? '').trim().toWellFormed();
    const refuse = (why: string) => new ServiceError('BAD_REQUEST', `${alias}: ${why}`);
    if (!isDecision(decision)) throw refuse('the decision must be to keep or to take away');
    if (comment.length > longestComment) throw refuse(`the comment is longer than ${longestComment} characters`);
    return [{ line, decision, comment: comment === '' ? undefined : comment.replaceAll('\0', '\uFFFD') }];
  });
}

const isDecision = (text: string): text is ReviewDecision => reviewDecisions.some(each => each === text);

function sendReview(reply: FastifyReply, { token, review, reviewer, lines }: Assigned, saved?: string): FastifyReply {
  const isOpen = review.closed_at === null && review.due_at.getTime() > Date.now();
  const due = utcMinute(review.due_at);
  const undecided = lines.filter(({ decision }) => decision === null).length;
  const state = isOpen
    ? `${lines.length - undecided} of ${lines.length} decided. You can change a decision until ${due}, unless it was carried out.`
    : `This review ${review.closed_at === null ? `was due ${due}` : 'was closed'}. Nothing can be decided any more; ${undecided} of ${lines.length} stay undecided.`;
  const asked = `${review.principal_name ?? review.principal_id} asks ${reviewer.name ?? reviewer.address} to decide for each account. ${questions(review)}`;
  return sendPage(reply, 200, {
    title: review.title,
    isWide: true,
    body: [
      paragraph(asked),
      // The address stays in the browser after the review has ended.
      ...(isOpen && saved !== undefined && /^\d{1,4}$/.test(saved)
        ? [
            `<p class="saved" role="status">Saved: ${Number(saved)} ${Number(saved) === 1 ? 'decision' : 'decisions'}.</p>`,
          ]
        : []),
      paragraph(state),
      `<form method="post" action="${reviewPagePath}">
<input type="hidden" name="token" value="${escapedHtml(token)}">
${lines.map(line => lineOf(line, isOpen)).join('\n')}
${isOpen ? '<button>Save the decisions</button>' : ''}
</form>`,
    ],
  });
}

function questions({ operation, container_name: name }: Review): string {
  if (operation === 'DisableAccount')
    return 'Take away means: the account is disabled, and nobody can sign in with it.';
  const what = operation === 'RemoveRole' ? 'loses the role' : 'is no longer a member of the group';
  return `Take away means: the account ${what} “${name}”.`;
}

const reasons: Readonly<Record<ReviewLine['reason'], string>> = {
  Owner: 'you own it',
  Manager: 'you manage its holder',
  Steward: 'you are its steward',
  Substitute: 'nobody else is known',
  Unknown: 'nobody is known',
};

function lineOf(
  { line, alias, source_id, person, last_used, worst_risk, employment_status, reason, ...decided }: ReviewLine,
  isOpen: boolean,
) {
  const facts = [
    `in ${source_id}`,
    person !== null && person !== alias ? `of ${person}` : '',
    employment_status === 'Terminated' ? 'whose holder has left the organisation' : '',
    last_used === null ? 'last use not known' : `last used ${last_used.toISOString().slice(0, 10)}`,
    worst_risk === null || worst_risk === 'None' ? '' : `worst risk ${worst_risk.toLowerCase()}`,
    `you are asked because ${reasons[reason]}`,
  ].filter(Boolean);
  const isFixed = !isOpen || decided.job_id !== null;
  const choice = (decision: ReviewDecision, label: string) =>
    `<label><input type="radio" name="decision-${line}" value="${decision}"${decided.decision === decision ? ' checked' : ''}${isFixed ? ' disabled' : ''}> ${label}</label>`;
  return `<fieldset>
<legend><bdi>${escapedHtml(alias)}</bdi></legend>
<p><bdi>${escapedHtml(facts.join(', '))}</bdi></p>
<div class="choices">${choice('Keep', 'Keep')}${choice('TakeAway', 'Take away')}</div>
<label class="comment">Comment <input name="comment-${line}" maxlength="${longestComment}" value="${escapedHtml(decided.comment ?? '')}"${isFixed ? ' disabled' : ''}></label>
${decided.job_id === null ? '' : '<p>A change was proposed, so the decision stays.</p>'}
</fieldset>`;
}
