// A job in a sentence: "root disabled ntanaka in example-help-desk, undone 14:19".
import type { Schemas } from '../../../clients/typescript/index.ts';
import { formatMoment } from '../components/text/time.tsx';
import { useAreNamesAwaited, useObjectNames } from '../objects/object-names.ts';
import { jobSentence } from './job-words.ts';

type ActionJob = Schemas['ActionJob'];

/** Names the objects of jobs. @returns a function that gives a job in a sentence, without what became of it; an ellipsis stands for a name that is awaited */
export function useJobSentences(jobs: readonly ActionJob[]): (job: ActionJob) => string {
  const nameOf = useObjectNames(namedBy(jobs));
  const isAwaited = useAreSentencesAwaited(jobs);
  return job => jobSentence(job, id => nameOf(id) ?? (isAwaited ? '…' : undefined));
}

/** Whether names in the sentences of {@link useJobSentences} are still to come. */
export const useAreSentencesAwaited = (jobs: readonly ActionJob[]): boolean => useAreNamesAwaited(namedBy(jobs));

/** The objects in the sentences of jobs. */
const namedBy = (jobs: readonly ActionJob[]): string[] =>
  jobs.flatMap(({ about: { targets, container } }) => [...targets, ...(container ? [container] : [])]);

/** What became of a job since: when it was undone. @param jobs among which the job is that undid it */
export function undoneAt({ revertedBy, status }: ActionJob, jobs: readonly ActionJob[]): string | undefined {
  const at = jobs.find(({ id }) => id === revertedBy)?.completedAt;
  if (revertedBy === null) return undefined;
  const undone = status === 'PartiallyReverted' ? 'undone in part' : 'undone';
  return at ? `${undone} on ${formatMoment(new Date(at))}` : undone;
}
