// Ids of relationships.
import { composeId } from '../../../src/connector/composed-id.ts';

type Verb = 'via' | 'contains' | 'serves' | 'delegates-to' | 'acts-for' | 'administers';

const seam = / +(?:via|contains|serves|delegates-to|acts-for|administers) +/g;

/** Both ends and the verb between them. Ids that are DNs may hold blanks. */
export const relationId = (from: string, verb: Verb, to: string) => composeId([from, verb, to], ' ', seam);

/** The other end of a relationship; undefined when its id is not in the plain form. */
export function relatedBy(id: string, from: string, verb: Verb): string | undefined {
  const start = `${from} ${verb} `;
  return id.startsWith(start) ? id.slice(start.length) : undefined;
}
