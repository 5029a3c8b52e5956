// Content negotiation: chooses one of the media types that an operation offers (RFC 9110, section 12.5.1).
import Negotiator from 'negotiator';
import { ServiceError } from '../../errors.ts';

/**
 * The offered type that the Accept header prefers; the first one when the header has no preference.
 * @throws ServiceError NOT_ACCEPTABLE when the header accepts none of them
 */
export function preferredType<Offered extends string>(
  accept: string | undefined,
  offered: readonly Offered[],
): Offered {
  if (accept === undefined || accept.trim() === '') return offered[0]!;
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes([...offered]);
  if (best !== undefined) return best as Offered;
  throw new ServiceError('NOT_ACCEPTABLE', `Accept: this operation answers ${offered.join(', ')}`);
}
