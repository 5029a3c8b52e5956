// The reasons of the steps of a blast radius in words. test/console/step-reasons.test.ts compares them with those of the service.
import type { Schemas } from '../../../clients/typescript/index.ts';

type Reason = Schemas['BlastRadius']['chains'][number][number]['reason'];

/** What stands between the names of the two objects. */
export const reasonWords: Readonly<Record<Reason, string>> = {
  Key: 'is a key of',
  Membership: 'is in',
  Impersonation: 'can act as',
  Joining: 'can join',
  Administration: 'administers',
  SingleSignOn: 'signs in to',
  Content: 'contains',
};
