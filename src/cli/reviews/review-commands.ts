// The commands of reviews: managers and owners decide whether accounts keep what they have.
import type { Command } from 'commander';
import type { CommonOptions } from '../deployment.ts';
import { addRollout, addSelection } from '../fix/fix-commands.ts';
import { addFormat } from '../format.ts';
import { parsePositiveCount } from '../parse-number.ts';

/** Add the command `reviews`. @param common the options of all commands */
export function addReviews(rolecall: Command, common: () => CommonOptions): void {
  const load = () => import('./reviews.ts');
  const reviews = rolecall
    .command('reviews')
    .description('let managers and owners decide whether accounts keep what they have');
  addFormat(reviews.command('list', { isDefault: true }), 'ndjson')
    .description('list reviews, newest first, with what is undecided')
    .option('-n, --limit <count>', 'the most to show', parsePositiveCount, 20)
    .action(async ({ limit, format }) => (await load()).listReviewsCommand(common(), limit, format));
  addSelection(
    reviews
      .command('create <title> [account...]')
      .description('ask the owner or manager of each account, by e-mail or webhook, to keep it or take it away'),
  )
    .requiredOption('--due <time>', 'until when they may decide: a date or an ISO 8601 time')
    .option('--role <role>', 'whether accounts keep this role; default: whether they stay enabled')
    .option('--group <group>', 'whether accounts stay in this group')
    .option('--substitute <address>', 'who is asked about accounts for which nobody is known')
    .option('-y, --yes', 'do not ask', false)
    .action(async (title: string, accounts: string[], options) =>
      (await load()).sendReview(common(), title, accounts, options),
    );
  addFormat(reviews.command('status <review>'), 'ndjson')
    .description('show who was asked, what is decided, and what is undecided')
    .action(async (review: string, { format }) => (await load()).reviewStatus(common(), review, format));
  addRollout(
    reviews
      .command('apply <review>')
      .description('take away what reviewers decided to take away: preview, question, guarded job'),
    'the review',
  ).action(async (review: string, options) => (await load()).applyReview(common(), review, options));
  reviews
    .command('close <review>')
    .description('end a review, before it is due or when it is overdue: undecided accounts keep what they have')
    .action(async (review: string) => (await load()).endReview(common(), review));
  reviews
    .command('evidence <review>')
    .description('write what was decided for an auditor: a CSV and a Markdown file, with digests')
    .option(
      '-o, --output <name>',
      'beginning of the names of both files; default: review- and the first characters of the id',
    )
    .action(async (review: string, { output }) => (await load()).evidenceOfReview(common(), review, output));
  addFormat(reviews.command('link <review>'), 'ndjson')
    .description(
      'print the link of each reviewer, on the machine of the service; whoever has it decides as that reviewer',
    )
    .action(async (review: string, { format }) => (await load()).reviewLinks(common(), review, format));
}
