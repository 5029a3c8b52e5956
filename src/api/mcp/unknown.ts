// What the service does not know when it answers: sources that were never read, are held back or stale, and gaps of their last reads.
import type { Caller } from '../access/caller.ts';
import type { Body, ServiceRequests } from './service-requests.ts';

/** Sentences in one answer. The resource of the ledger has all of them. */
const mostSentences = 10;

export interface UnknownParts {
  /** The version that the answer came from; of an answer without data, the version in service. Undefined: there is none. */
  readonly version: number | undefined;
  /** The worst first. */
  readonly unknown: readonly string[];
  /** How many sentences there are; absent when all are shown. */
  readonly unknownCount?: number;
}

export async function unknownOf(service: ServiceRequests, caller: Caller): Promise<UnknownParts> {
  const answered = service.versions();
  const sources = await readSources(service);
  const sentences = [...limitsOf(caller), ...versionsOf(answered, sources.version), ...sources.sentences];
  return {
    version: answered.at(-1) ?? sources.version,
    unknown: sentences.slice(0, mostSentences),
    ...(sentences.length > mostSentences && { unknownCount: sentences.length }),
  };
}

function limitsOf({ visible }: Caller): string[] {
  if (!visible) return [];
  const count = visible.instances.size;
  return [
    `This client sees ${count} application instance${count === 1 ? '' : 's'} only; what lies in others is not in any answer.`,
  ];
}

function versionsOf(versions: readonly number[], inService: number | undefined): string[] {
  if (versions.length > 1) return [`The answer was put together from the versions ${versions.join(' and ')}.`];
  const [version] = versions;
  if (version === undefined || inService === undefined || version >= inService) return [];
  return [
    `The answer is of version ${version}; version ${inService} is in service. What is said of sources is their state now.`,
  ];
}

interface SourcesState {
  readonly version?: number;
  readonly sentences: readonly string[];
}

async function readSources(service: ServiceRequests): Promise<SourcesState> {
  try {
    const { items, version } = await service.send({ path: '/v1/sources' });
    const sentences: Sentence[] = items.flatMap(sourceSentences);
    return { version, sentences: sentences.toSorted((a, b) => a.rank - b.rank).map(({ text }) => text) };
  } catch {
    return {
      sentences: ['The state of the sources cannot be read at the moment, so it is not known what the data lack.'],
    };
  }
}

interface Sentence {
  readonly rank: number;
  readonly text: string;
}

function sourceSentences({ sourceId, lastRun, heldBack, stale, reads }: Body): Sentence[] {
  const sentences: Sentence[] = [];
  const add = (rank: number, text: string) => sentences.push({ rank, text: `Source ${sourceId}: ${text}` });
  if (!lastRun) add(0, 'it was never read, so nothing of it is known.');
  if (heldBack) add(1, `its newest data are held back since ${heldBack.since}; answers show older data.`);
  if (stale) add(2, `its last complete read ended ${stale.lastCompleteAt ?? 'never'}; answers may be out of date.`);
  if (lastRun?.status === 'Failed') add(2, `its last run failed: ${lastRun.error ?? 'no reason is known'}.`);
  for (const read of reads) {
    if (incomplete.includes(read.status)) add(3, readSentence(read));
  }
  const absent = reads.filter(({ status }: Body) => status === 'Unsupported').map(({ type }: Body) => type);
  if (absent.length > 0) add(4, `it does not bring ${absent.join(', ')}, so nothing is known about them there.`);
  return sentences;
}

/** The statuses of reads that may lack objects. */
const incomplete = ['Partial', 'Forbidden', 'Failed'];

function readSentence({ type, status, gaps, rejected, error }: Body): string {
  const [gap] = gaps;
  const reason =
    gap?.message ??
    error ??
    (rejected > 0 ? `${rejected} ${rejected === 1 ? 'record was' : 'records were'} rejected` : 'no reason is known');
  const more = gaps.length > 1 ? ` (and ${gaps.length - 1} more)` : '';
  return `the read of ${type} was ${String(status).toLowerCase()}, so it may lack some: ${reason}${more}`;
}
