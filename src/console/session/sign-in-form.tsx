// The forms to sign in: an OpenID provider, a link, a client's id and secret, an access token. The latter two are kept in memory only.
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Button } from '../components/controls/button.tsx';
import { Field } from '../components/controls/field.tsx';
import { ErrorPanel } from '../components/feedback/error-panel.tsx';
import styles from './sign-in.module.css';
import {
  findSession,
  linkAddress,
  openIdAddress,
  type SignInMethods,
  signInAsClient,
  signInMethods,
  signInWithToken,
} from './sign-in.ts';

interface SignInFormProps {
  /** Opens a page of signing in, which leads to the path `place` at its end. */
  readonly onLeave: (addressFor: (place: string) => string) => void;
}

export function SignInForm({ onLeave }: SignInFormProps): ReactNode {
  const [methods, setMethods] = useState<SignInMethods>();
  const [by, setBy] = useState<'client' | 'token'>('client');
  useEffect(() => {
    signInMethods().then(setMethods, () => setMethods({ openid: null, link: false }));
  }, []);
  useEffect(() => {
    // Somebody may have signed in in another window of this browser.
    const look = () => void findSession().catch(() => {});
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);
  // Everything appears at once: what appeared later, above the rest, would move the button that somebody is about to press.
  if (!methods) return null;
  return (
    <div className={styles.forms}>
      {methods.openid && (
        <Button look="primary" onClick={() => onLeave(openIdAddress)}>
          Sign in with {methods.openid.name}
        </Button>
      )}
      {methods.link && <LinkForm onLeave={onLeave} />}
      {by === 'client' ? <ClientForm /> : <TokenForm />}
      <Button look="quiet" onClick={() => setBy(by === 'client' ? 'token' : 'client')}>
        {by === 'client' ? 'Use an access token instead' : 'Use a client’s id and secret instead'}
      </Button>
    </div>
  );
}

function LinkForm({ onLeave }: SignInFormProps): ReactNode {
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('link')).trim();
    const isLink = linkAddress(text, '/') !== undefined;
    setProblem(isLink ? undefined : 'This is no link to sign in. It has the form http…/sign-in/link?token=…');
    if (isLink) onLeave(place => linkAddress(text, place)!);
  };
  return (
    <form onSubmit={submit}>
      <Field
        label="Link"
        name="link"
        autoComplete="off"
        spellCheck={false}
        required
        hint="On the machine of the service, `rolecall sessions link` prints one. Paste it here, or open it."
        problem={problem}
      />
      <Button type="submit">Use the link</Button>
    </form>
  );
}

function ClientForm(): ReactNode {
  const { submit, problem, isBusy } = useSubmit(form =>
    signInAsClient(String(form.get('client-id')).trim(), String(form.get('client-secret')).trim()),
  );
  return (
    <form onSubmit={submit}>
      <Field label="Client id" name="client-id" autoComplete="username" required spellCheck={false} />
      <Field label="Client secret" name="client-secret" type="password" autoComplete="current-password" required />
      {problem !== undefined && <ErrorPanel error={problem} what="This client cannot sign in" />}
      <Button type="submit" look="primary" disabled={isBusy}>
        {isBusy ? 'Signing in …' : 'Sign in'}
      </Button>
    </form>
  );
}

function TokenForm(): ReactNode {
  const { submit, problem, isBusy } = useSubmit(form => signInWithToken(String(form.get('token')).trim()));
  return (
    <form onSubmit={submit}>
      <Field
        label="Access token"
        name="token"
        type="password"
        autoComplete="off"
        required
        hint="On the machine of the service, `rolecall token` prints one. This page keeps it in memory only."
      />
      {problem !== undefined && <ErrorPanel error={problem} what="This token cannot be used" />}
      <Button type="submit" look="primary" disabled={isBusy}>
        {isBusy ? 'Signing in …' : 'Sign in'}
      </Button>
    </form>
  );
}

function useSubmit(send: (form: FormData) => Promise<void>) {
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    send(new FormData(event.currentTarget))
      .catch(setProblem)
      .finally(() => setBusy(false));
  };
  return { submit, problem, isBusy };
}
