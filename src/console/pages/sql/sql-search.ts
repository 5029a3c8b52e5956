// What the address of the page of SQL says.
import { textOf } from '../../app/address.ts';

export interface SqlSearch {
  /** The text in the editor when it was last run, so that the address can be sent to somebody else. */
  readonly q?: string;
  /** The saved query that is open. */
  readonly saved?: string;
  /** Name of a parameter in lowercase → what was typed for it. */
  readonly parameters?: Readonly<Record<string, string>>;
}

export function sqlSearch({ q, saved, parameters }: Readonly<Record<string, unknown>>): SqlSearch {
  const text = textOf(q);
  return {
    ...(text !== undefined && { q: text }),
    ...(typeof saved === 'string' && saved !== '' && { saved }),
    ...(areTexts(parameters) && { parameters }),
  };
}

function areTexts(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null && Object.values(value).every(text => typeof text === 'string');
}
