// Which jobs are shown, as the address has it.
import { type Operation, operationWords } from '../../actions/operations.ts';
import { textOf } from '../../app/address.ts';

export interface JobsSearch {
  /** A part of the sentence: the name of an account, of a source, of who asked. */
  readonly name?: string;
  readonly kind?: Operation | 'Revert';
}

export function jobsSearch(search: Readonly<Record<string, unknown>>): JobsSearch {
  const name = textOf(search['name']);
  const kind = search['kind'];
  const isKnown = typeof kind === 'string' && (kind === 'Revert' || Object.hasOwn(operationWords, kind));
  return { ...(name && { name }), ...(isKnown && { kind: kind as Operation | 'Revert' }) };
}
