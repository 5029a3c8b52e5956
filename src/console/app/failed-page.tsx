import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../components/feedback/empty-state.tsx';
import { ErrorPanel } from '../components/feedback/error-panel.tsx';
import { Page } from '../components/layout/page.tsx';

/** Shown instead of a page that failed. The navigation stays. */
export function FailedPage({ error, reset }: { readonly error: unknown; readonly reset: () => void }): ReactNode {
  return (
    <Page title="This page failed">
      <ErrorPanel error={error} what="This page cannot be shown" onRetry={reset} />
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
