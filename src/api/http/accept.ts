// Content negotiation: chooses one of the media types that an operation offers (RFC 9110, section 12.5.1).
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { ServiceError } from '../../errors.ts';
import { addVary } from './vary.ts';

/**
 * The offered type that the Accept header prefers; the first one when the header has no preference. The answer's Vary names the header.
 * @throws ServiceError NOT_ACCEPTABLE when the header accepts none of them
 */
export function preferredType<Offered extends string>(
  { headers: { accept } }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  offered: readonly Offered[],
): Offered {
  addVary(reply, 'accept');
  if (accept === undefined || accept.trim() === '') return offered[0]!;
  const [best] = new Negotiator({ headers: { accept: withoutParameters(accept) } }).mediaTypes([...offered]);
  if (best !== undefined) return best as Offered;
  throw new ServiceError('NOT_ACCEPTABLE', `Accept: this operation answers ${offered.join(', ')}`);
}

/**
 * Without parameters other than the quality. Many clients name a charset (`application/json; charset=utf-8`), and no offered type has
 * parameters that could differ.
 */
function withoutParameters(accept: string): string {
  return accept.replace(/;\s*(?!q\s*=)[^\s;,="]+\s*=\s*("(?:[^"\\]|\\.)*"|[^;,]*)/gi, '');
}
