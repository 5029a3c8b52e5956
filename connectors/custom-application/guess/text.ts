// Writes parts of a mapping.
import { stringify } from 'yaml';

/** Text of the file in a comment must not end the comment. */
export const oneLine = (value: string) => value.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');

/** A value as YAML on one line. */
export function flow(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: true }).trimEnd();
}
