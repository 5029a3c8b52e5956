import { type ReactNode, useEffect, useState } from 'react';
import styles from './feedback.module.css';

/** An answer that comes sooner needs no notice. */
const patienceMs = 300;

/**
 * Says that its part of the page still waits for something that may make it higher. What follows in the same page, panel or dialog
 * (`data-in-order`, base.css) is shown when nothing before it is awaited: until then it would move, and clicks on it would be lost.
 */
export function Awaited(): ReactNode {
  return <span hidden data-pending />;
}

/** Shows after 300 ms where the content will be, and after a few seconds in words what is awaited. @param children what: "the accounts" */
export function Loading({ children }: { readonly children: string }): ReactNode {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className={styles.loading} data-pending>
      {isShown && (
        <>
          <span className={styles.skeleton} aria-hidden="true">
            <span />
            <span />
            <span />
          </span>
          <span className={styles.awaited}>Waiting for {children} …</span>
        </>
      )}
    </div>
  );
}
