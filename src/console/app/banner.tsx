import type { ReactNode } from 'react';
import { reachability } from '../api/reachability.ts';
import { useStore } from '../api/store.ts';
import styles from './banner.module.css';

const moment = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** Says since when the service does not answer. The console asks it again by itself, and the content of the page stays. */
export function Banner(): ReactNode {
  const state = useStore(reachability);
  return (
    <div role="status">
      {state.is === 'unreachable' && (
        <div className={styles.banner}>
          <strong>The service is not reachable since {moment.format(state.since)}.</strong>
          <span>It is asked again every few seconds; what you see may be out of date.</span>
        </div>
      )}
    </div>
  );
}
