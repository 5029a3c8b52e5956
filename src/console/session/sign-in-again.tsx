import type { ReactNode } from 'react';
import { Dialog } from '../components/controls/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';

/**
 * Asks to sign in again over the page as it is. Requests wait for it, so nothing that was typed is lost. With an OpenID provider or
 * a link, signing in happens in another window; this one notices when it comes back to the front.
 */
export function SignInAgain(): ReactNode {
  return (
    <Dialog
      title="Sign in again"
      description="Your session has ended. The page stays as it is, with everything that you have typed."
      isOpen
    >
      <SignInForm onLeave={addressFor => open(addressFor('/'), '_blank', 'noopener')} />
    </Dialog>
  );
}
