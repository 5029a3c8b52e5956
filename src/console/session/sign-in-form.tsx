// The forms to sign in: an OpenID provider, a client's id and secret, an access token. The latter two are kept in memory only.
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Button } from '../components/controls/button.tsx';
import { Field } from '../components/controls/field.tsx';
import { ErrorPanel } from '../components/feedback/error-panel.tsx';
import styles from './sign-in.module.css';
import { openIdAddress, type SignInMethods, signInAsClient, signInMethods, signInWithToken } from './sign-in.ts';

/** @param onOpenId begins signing in at the provider; default: this window goes there and comes back */
export function SignInForm({ onOpenId }: { readonly onOpenId?: () => void }): ReactNode {
  const [methods, setMethods] = useState<SignInMethods>({ openid: null, link: false });
  const [by, setBy] = useState<'client' | 'token'>('client');
  useEffect(() => {
    // Without an answer, the forms below remain.
    signInMethods().then(setMethods, () => {});
  }, []);
  const goThere = () => location.assign(openIdAddress(location.pathname + location.search));
  return (
    <div className={styles.forms}>
      {methods.openid && (
        <Button look="primary" onClick={onOpenId ?? goThere}>
          Sign in with {methods.openid.name}
        </Button>
      )}
      {methods.link && (
        <p className={styles.about}>
          On the machine of the service, <code>rolecall sessions link</code> prints a link that signs you in.
        </p>
      )}
      {by === 'client' ? <ClientForm /> : <TokenForm />}
      <Button look="quiet" onClick={() => setBy(by === 'client' ? 'token' : 'client')}>
        {by === 'client' ? 'Use an access token instead' : 'Use a client’s id and secret instead'}
      </Button>
    </div>
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
