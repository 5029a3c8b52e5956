import type { ReactNode } from 'react';
import styles from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

/** Shown when nobody is signed in, at every address. After signing in, the page of the address opens. */
export function SignInPage(): ReactNode {
  return (
    <main className={styles.page}>
      <title>Sign in · Rolecall</title>
      <div className={styles.card}>
        <h1 className={styles.brand}>
          <img src="/favicon.svg" alt="" width={28} height={28} />
          Rolecall
        </h1>
        <p className={styles.about}>Who can reach what in your organisation, through what, and since when.</p>
        <SignInForm onLeave={addressFor => location.assign(addressFor(location.pathname + location.search))} />
      </div>
    </main>
  );
}
