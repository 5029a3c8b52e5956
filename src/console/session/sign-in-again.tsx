import { type ReactNode, useEffect } from 'react';
import { queryClient } from '../api/queries.ts';
import { Dialog } from '../components/controls/dialog.tsx';
import { currentSession, type Session, sessionState } from './session.ts';
import { findSession, openIdAddress } from './sign-in.ts';
import { SignInForm } from './sign-in-form.tsx';

/**
 * Asks to sign in again over the page as it is. Requests wait for it, so nothing that was typed is lost. With an OpenID provider,
 * signing in happens in another window; this one notices when it comes back to the front.
 */
export function SignInAgain({ former }: { readonly former: Session }): ReactNode {
  useEffect(() => {
    const look = () => void findSession().catch(() => {});
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);
  useEffect(
    () =>
      // What another person could read is not shown to this one. What the page shows is read again.
      sessionState.subscribe(() => {
        if (currentSession()?.name === former.name) return;
        queryClient.removeQueries({ type: 'inactive' });
        void queryClient.resetQueries();
      }),
    [former.name],
  );
  return (
    <Dialog
      title="Sign in again"
      description="Your session has ended. The page stays as it is, with everything that you have typed."
      isOpen
    >
      <SignInForm onOpenId={() => open(openIdAddress('/'), '_blank', 'noopener')} />
    </Dialog>
  );
}
