// Ids of relationships.
import { composeId } from '../../../src/connector/composed-id.ts';

const seam = / +(?:via|contains|serves|delegates-to|acts-for|administers) +/g;

/** Both ends and the verb between them. Ids that are DNs may hold blanks. */
export const relationshipId = (from: string, verb: string, to: string) => composeId([from, verb, to], ' ', seam);
