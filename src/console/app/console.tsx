// Decides what is shown: the pages when somebody is signed in, otherwise the page to sign in.
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { queryClient, watchPerson } from '../api/queries.ts';
import { onReturn, watchReachability } from '../api/reachability.ts';
import { useStore } from '../api/store.ts';
import { ErrorPanel } from '../components/feedback/error-panel.tsx';
import { Loading } from '../components/feedback/loading.tsx';
import { sessionState } from '../session/session.ts';
import { findSession } from '../session/sign-in.ts';
import { SignInAgain } from '../session/sign-in-again.tsx';
import { SignInPage } from '../session/sign-in-page.tsx';
import { Banner } from './banner.tsx';
import { loadPageCode, router } from './router.ts';

export function Console(): ReactNode {
  useEffect(watchReachability, []);
  useEffect(loadPageCode, []);
  useEffect(() => onReturn(() => void queryClient.invalidateQueries()), []);
  useEffect(watchPerson, []);
  return (
    // The content security policy allows no style elements. The components work without them.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Pages />
      </QueryClientProvider>
    </CSPProvider>
  );
}

function Pages(): ReactNode {
  const state = useStore(sessionState);
  const [problem, setProblem] = useState<unknown>();
  const find = useCallback(() => {
    setProblem(undefined);
    findSession().catch(setProblem);
  }, []);
  useEffect(find, [find]);
  const isKnown = state.is !== 'unknown';
  useEffect(() => (isKnown ? undefined : onReturn(find)), [isKnown, find]);
  const isStarting = !isKnown && problem === undefined;
  // The frame of the page that was sent first stays until there is something in its place.
  useLayoutEffect(() => {
    if (!isStarting) document.querySelector('.first-frame')?.remove();
  }, [isStarting]);
  if (isStarting) {
    return (
      <>
        <Banner />
        <div className="first-content">
          <Loading>the session</Loading>
        </div>
      </>
    );
  }
  if (!isKnown) {
    return (
      <>
        <Banner />
        <ErrorPanel error={problem} what="The console cannot start" onRetry={find} />
      </>
    );
  }
  if (state.is === 'signed-out') {
    return (
      <>
        <Banner />
        <SignInPage />
      </>
    );
  }
  return (
    <>
      <RouterProvider router={router} />
      {state.is === 'ended' && <SignInAgain />}
    </>
  );
}
