// A job in a sentence: "root disabled ntanaka in example-help-desk, undone 14:19".
import type { Schemas } from '../../../clients/typescript/index.ts';
import { formatMoment } from '../components/text/time.tsx';
import { useAreNamesAwaited, useObjectNames } from '../objects/object-names.ts';
import { type Operation, requesterOf } from './operations.ts';

type ActionJob = Schemas['ActionJob'];

/** What is done, around the names of the accounts and of the role or group: before, between, after. */
interface Verb {
  readonly past: string;
  /** After "asked to" and "is about to". */
  readonly infinitive: string;
  /** Between the account and the role or group. */
  readonly preposition?: string;
  /** The role or group comes first: "gave Editor to Ada". */
  readonly isContainerFirst?: boolean;
}

const verbs: Readonly<Record<Operation, Verb>> = {
  DisableAccount: { past: 'disabled', infinitive: 'disable' },
  EnableAccount: { past: 'enabled', infinitive: 'enable' },
  ActivateAccount: { past: 'activated', infinitive: 'activate' },
  AssignRole: { past: 'gave the role', infinitive: 'give the role', preposition: 'to', isContainerFirst: true },
  RemoveRole: { past: 'took the role', infinitive: 'take the role', preposition: 'from', isContainerFirst: true },
  AddGroupMember: { past: 'added', infinitive: 'add', preposition: 'to the group' },
  RemoveGroupMember: { past: 'removed', infinitive: 'remove', preposition: 'from the group' },
  CreateUserGroup: { past: 'created the group', infinitive: 'create the group' },
};

const done = ['Completed', 'PartiallyCompleted', 'Reverted', 'PartiallyReverted'];
const fallback: Verb = { past: 'changed', infinitive: 'change' };

/** Names the objects of jobs. @returns a function that gives a job in a sentence, without what became of it */
export function useJobSentences(jobs: readonly ActionJob[]): (job: ActionJob) => string {
  const nameOf = useObjectNames(namedBy(jobs));
  return job => sentenceOf(job, nameOf);
}

/** Whether names in the sentences of {@link useJobSentences} are still to come. */
export const useAreSentencesAwaited = (jobs: readonly ActionJob[]): boolean => useAreNamesAwaited(namedBy(jobs));

/** The objects in the sentences of jobs. */
const namedBy = (jobs: readonly ActionJob[]): string[] =>
  jobs.flatMap(({ about: { targets, container } }) => [...targets, ...(container ? [container] : [])]);

function sentenceOf(job: ActionJob, nameOf: (id: string) => string | undefined): string {
  const verb = job.operation ? verbs[job.operation] : fallback;
  const { container, groupName } = job.about;
  const accounts = accountsOf(job, nameOf);
  const holder = container === undefined ? undefined : (nameOf(container) ?? 'a role or group');
  const objects =
    groupName ??
    (holder === undefined
      ? accounts
      : verb.isContainerFirst
        ? `${holder} ${verb.preposition} ${accounts}`
        : `${accounts} ${verb.preposition} ${holder}`);
  const where = job.about.sources.length > 0 ? ` in ${job.about.sources.join(', ')}` : '';
  return `${requesterOf(job)} ${actOf(job, verb)} ${objects}${where}`;
}

/** What was done, or only asked for. */
function actOf({ type, status }: ActionJob, { past, infinitive }: Verb): string {
  const isDone = done.includes(status);
  if (type === 'Revert') return isDone ? `undid the change that ${past}` : `asked to undo the change that ${past}`;
  return isDone ? past : `asked to ${infinitive}`;
}

/** The service names so many targets of a job. How many it has is known when the job begins. */
const mostNamed = 3;

function accountsOf({ about, targets }: ActionJob, nameOf: (id: string) => string | undefined): string {
  const names = about.targets.map(id => nameOf(id) ?? 'an account');
  const more = Math.max(targets.total, names.length) - names.length;
  if (names.length === 0) return 'an account';
  if (targets.total === 0 && names.length === mostNamed) return `${names.join(', ')} and perhaps more`;
  return `${names.join(', ')}${more > 0 ? ` and ${more.toLocaleString()} more` : ''}`;
}

/** What became of a job since: when it was undone. @param jobs among which the job is that undid it */
export function undoneAt({ revertedBy }: ActionJob, jobs: readonly ActionJob[]): string | undefined {
  const at = jobs.find(({ id }) => id === revertedBy)?.completedAt;
  if (revertedBy === null) return undefined;
  return at ? `undone on ${formatMoment(new Date(at))}` : 'undone';
}
