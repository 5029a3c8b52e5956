// The open reviews that ask the person of this session: to decide, no link of a message is needed.
import type { ReactNode } from 'react';
import type { Schemas } from '../../../clients/typescript/index.ts';
import { useApi } from '../api/api.ts';
import { formatCount } from '../components/text/number.tsx';
import { Text } from '../components/text/text.tsx';
import { Time } from '../components/text/time.tsx';
import { currentSession } from '../session/session.ts';

type Assigned = Schemas['AssignedReviewList']['items'][number];

/** None while they are awaited. A session of an access token is of no person. */
export function useAssignedReviews(): { readonly reviews: readonly Assigned[]; readonly isAwaited: boolean } {
  const by = currentSession()?.by;
  const isPerson = by !== undefined && 'csrfToken' in by;
  const { data, isLoading } = useApi('get', '/v1/session/reviews', {}, { enabled: isPerson });
  return { reviews: (isPerson && data?.items) || [], isAwaited: isLoading };
}

/** A review in a line: what is asked, and the way to decide it. */
export function AssignedReview({
  review: { title, due, lines, undecided, url },
}: {
  readonly review: Assigned;
}): ReactNode {
  return (
    <>
      {/* The page of the decisions is not one of the console. Its address may have another name of the service. */}
      <a href={pathOf(url)}>
        <Text>{title}</Text>
      </a>
      <span>
        asks you about {formatCount(lines)} {lines === 1 ? 'account' : 'accounts'}, {formatCount(undecided)} undecided,
        due on <Time at={due} />.
      </span>
    </>
  );
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}
