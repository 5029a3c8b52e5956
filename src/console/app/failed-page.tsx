import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { onReturn } from '../api/reachability.ts';
import { EmptyState } from '../components/feedback/empty-state.tsx';
import { ErrorPanel } from '../components/feedback/error-panel.tsx';
import { Loading } from '../components/feedback/loading.tsx';
import { Page } from '../components/layout/page.tsx';
import { isCodeFailure, recoverPageCode } from './page-code.ts';

interface FailedPageProps {
  readonly error: unknown;
  readonly reset: () => void;
}

/** Shown instead of a page that failed. The navigation stays. */
export function FailedPage({ error, reset }: FailedPageProps): ReactNode {
  if (isCodeFailure(error)) return <PageWithoutCode error={error} reset={reset} />;
  return (
    <Page title="This page failed">
      <ErrorPanel error={error} what="This page cannot be shown" onRetry={reset} />
    </Page>
  );
}

/** Loads the code of the page again, now and when the service is back. */
function PageWithoutCode({ error, reset }: FailedPageProps): ReactNode {
  const router = useRouter();
  const [state, setState] = useState<'loading' | 'away' | 'stuck'>('loading');
  const recover = useCallback(async () => {
    setState('loading');
    const match = router.state.matches.at(-1)!;
    const load = async () => {
      const chunk = router.loadRouteChunk(router.routesById[match.routeId]);
      return (chunk ?? Promise.resolve()).then(
        () => true,
        () => false,
      );
    };
    const outcome = await recoverPageCode(load);
    if (outcome !== 'loaded') setState(outcome);
    else await router.invalidate().then(reset);
  }, [router, reset]);
  useEffect(() => void recover(), [recover]);
  useEffect(() => onReturn(() => void recover()), [recover]);
  return (
    <Page title="One moment">
      {state === 'loading' && <Loading>the code of this page</Loading>}
      {state === 'away' && (
        <EmptyState title="The code of this page is not loaded yet">
          The page opens by itself as soon as the service answers again.
        </EmptyState>
      )}
      {state === 'stuck' && (
        <ErrorPanel error={error} what="The code of this page cannot be loaded" onRetry={() => location.reload()} />
      )}
    </Page>
  );
}

export function MissingPage(): ReactNode {
  return (
    <Page title="No such page">
      <EmptyState title="There is no page at this address">
        Press <kbd>/</kbd> to search, or go to the <Link to="/">overview</Link>.
      </EmptyState>
    </Page>
  );
}
