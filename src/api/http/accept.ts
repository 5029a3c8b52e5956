// Which of the media types that an operation offers the caller wants (RFC 9110, section 12.5.1).
import { ServiceError } from '../../errors.ts';

/**
 * The offered type that the Accept header prefers, the first one when it does not care.
 * @throws ServiceError NOT_ACCEPTABLE when it takes none of them
 */
export function preferredType<Offered extends string>(
  accept: string | undefined,
  offered: readonly Offered[],
): Offered {
  if (accept === undefined || accept.trim() === '') return offered[0]!;
  const ranges = accept.split(',').map(readRange);
  const rated = offered.map(type => ({ type, quality: qualityOf(type, ranges) }));
  const best = rated.reduce((a, b) => (b.quality > a.quality ? b : a));
  if (best.quality > 0) return best.type;
  throw new ServiceError('NOT_ACCEPTABLE', `Accept: this operation answers ${offered.join(', ')}`);
}

interface MediaRange {
  readonly range: string;
  readonly quality: number;
}

function readRange(text: string): MediaRange {
  const [range, ...parameters] = text.split(';').map(part => part.trim().toLowerCase());
  const quality = parameters.find(parameter => parameter.startsWith('q='));
  return { range: range!, quality: quality === undefined ? 1 : Number.parseFloat(quality.slice(2)) || 0 };
}

/** The quality of the most specific range that covers the type. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  for (const pattern of [type, type.replace(/\/.*/, '/*'), '*/*']) {
    const found = ranges.find(({ range }) => range === pattern);
    if (found) return found.quality;
  }
  return 0;
}
