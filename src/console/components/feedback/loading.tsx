import { type ReactNode, useEffect, useState } from 'react';
import styles from './feedback.module.css';

/** An answer that comes sooner needs no notice. */
const patienceMs = 300;

/** Says after 300 ms what is awaited. @param children what: "the accounts" */
export function Loading({ children }: { readonly children: string }): ReactNode {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className={styles.loading}>
      {isShown && (
        <>
          <span className={styles.pulse} aria-hidden="true" />
          Waiting for {children} …
        </>
      )}
    </div>
  );
}
