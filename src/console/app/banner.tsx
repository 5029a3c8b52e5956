import type { ReactNode } from 'react';
import { reachability } from '../api/reachability.ts';
import { useStore } from '../api/store.ts';
import styles from './shell.module.css';

/** Says that the service is unavailable. The console asks it again by itself, and the content of the page stays. */
export function Banner(): ReactNode {
  const isAway = useStore(reachability) === 'unreachable';
  return (
    <div role="status">
      {isAway && (
        <div className={styles.banner}>
          The service does not answer. It is asked again every few seconds; what you see may be out of date.
        </div>
      )}
    </div>
  );
}
