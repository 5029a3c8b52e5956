// What the words of reviews mean, for pages that show them.
import type { Schemas } from '../../../clients/typescript/index.ts';
import type { Tone } from '../components/feedback/tag.tsx';

type Line = Schemas['ReviewDetails']['lines'][number];

/** The key of the list of reviews. */
export const reviewsKey = ['reviews'] as const;

/** Why a person is asked. */
export const reviewReasons: Readonly<Record<Line['reason'], string>> = {
  Owner: 'owns the account',
  Manager: 'manages its holder',
  Steward: 'is its steward',
  Substitute: 'nobody else is known',
  Unknown: 'nobody is known',
};

export const reviewStatuses: Readonly<Record<Schemas['Review']['status'], readonly [string, Tone]>> = {
  Open: ['open', 'info'],
  Decided: ['decided', 'good'],
  Overdue: ['overdue', 'bad'],
  Closed: ['closed', 'neutral'],
};

/** What a review is about: what happens to an account that does not keep it. */
export function reviewQuestion({ operation, container }: Schemas['Review']): string {
  if (operation === 'DisableAccount') return 'Do the accounts stay enabled?';
  return operation === 'RemoveRole'
    ? `Do the accounts keep the role ${container?.name ?? ''}?`
    : `Do the accounts stay in the group ${container?.name ?? ''}?`;
}
