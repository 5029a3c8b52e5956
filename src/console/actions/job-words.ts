// What is said of a job, in words.
import type { Schemas } from '../../../clients/typescript/index.ts';

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

const verbs: Readonly<Record<NonNullable<ActionJob['operation']>, Verb>> = {
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

/** A job in a sentence. @param nameOf the name of an object with a global id */
export function jobSentence(job: ActionJob, nameOf: (id: string) => string | undefined): string {
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
  return `${job.requestedByName ?? job.requestedBy} ${actOf(job, verb)} ${objects}${where}${partOf(job)}`;
}

/** How many were changed where not all were: the names in the sentence are of those that were asked for. */
function partOf({ completedAt, targets: { succeeded, total } }: ActionJob): string {
  if (completedAt === null || succeeded === 0 || succeeded >= total) return '';
  return `; ${succeeded.toLocaleString()} of ${total.toLocaleString()} done`;
}

/** How many targets were changed, of how many, and what became of the rest. @param done after the number, such as " done" */
export function progressWords({ total, succeeded, failed, unchanged = 0 }: ActionJob['targets'], done = ''): string {
  return [
    `${(succeeded - unchanged).toLocaleString()} of ${total.toLocaleString()}${done}`,
    unchanged > 0 && `${unchanged.toLocaleString()} needed no change`,
    failed > 0 && `${failed.toLocaleString()} failed`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Of accounts that were chosen for one job, those that it leaves out; undefined where it is about all of them. */
export function leftOutWords(
  targets: readonly { readonly possible: boolean; readonly alreadyDone?: boolean | undefined }[],
): string | undefined {
  const impossible = targets.filter(({ possible }) => !possible).length;
  const unneeded = targets.filter(({ possible, alreadyDone }) => possible && alreadyDone).length;
  if (impossible + unneeded === 0) return undefined;
  const parts = [
    unneeded > 0 && `${unneeded.toLocaleString()} needed no change`,
    impossible > 0 && `${impossible.toLocaleString()} cannot be changed`,
  ];
  const chosen = `Of the ${targets.length.toLocaleString()} accounts that were chosen, `;
  return `${chosen}${parts.filter(Boolean).join(' and ')}. The job is about the rest.`;
}

/** Of accounts that were chosen for one job, why none of them is left for it; undefined where one is. */
export function nothingLeftWords(
  targets: readonly { readonly possible: boolean; readonly alreadyDone?: boolean | undefined }[],
): string | undefined {
  if (targets.length === 0 || targets.some(({ possible, alreadyDone }) => possible && !alreadyDone)) return undefined;
  const impossible = targets.filter(({ possible }) => !possible).length;
  const unneeded = targets.length - impossible;
  const parts = [
    unneeded > 0 && `${unneeded.toLocaleString()} ${unneeded === 1 ? 'needs' : 'need'} no change`,
    impossible > 0 && `${impossible.toLocaleString()} cannot be changed`,
  ];
  return `There is nothing left to do: of the ${targets.length.toLocaleString()} accounts, ${parts.filter(Boolean).join(' and ')}.`;
}

/** What was done, or only asked for. */
function actOf({ type, status, targets: { succeeded, total } }: ActionJob, { past, infinitive }: Verb): string {
  const isDone = done.includes(status) && succeeded >= total;
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

/** How a job goes about its targets. @param local a time in the form of the page */
export function rolloutWords(
  { first, stopAtFailedPercent, perHour, notBefore, notAfter }: NonNullable<ActionJob['rollout']>,
  local: (time: Date) => string,
): string[] {
  const stop =
    stopAtFailedPercent === 0
      ? 'stops at the first failure'
      : `stops when ${stopAtFailedPercent} % or more have failed`;
  return [
    first === undefined ? '' : `The first ${first} before any other`,
    stopAtFailedPercent === undefined ? '' : stop,
    perHour === undefined ? '' : `at most ${perHour} in an hour`,
    notBefore === undefined ? '' : `not before ${local(new Date(notBefore))}`,
    notAfter === undefined ? '' : `not after ${local(new Date(notAfter))}`,
  ].filter(Boolean);
}

/** A reason of the service with its times in the form of the page. @param local a time in that form */
export const withLocalTimes = (reason: string, local: (time: Date) => string): string =>
  reason.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, time => local(new Date(time)));

const dataNotes: Readonly<Record<ActionJob['dataSync']['status'], string>> = {
  Pending: 'These pages show it when the source has been read again.',
  InProgress: 'The source is being read again. These pages show it then.',
  Completed: 'These pages show it.',
  Failed: 'The source could not be read again, so these pages do not show it yet.',
};

/** Whether pages show what an ended job did; undefined where it changed nothing, so that there is nothing to show. */
export function dataNoteOf({ status, targets, dataSync }: ActionJob): string | undefined {
  if (targets.succeeded === 0) return undefined;
  if (status === 'Reverted') return 'It was undone.';
  if (status === 'PartiallyReverted') return 'It was undone in part.';
  return dataNotes[dataSync.status];
}
