import type { ReactNode } from 'react';
import { Panel } from '../../components/layout/page.tsx';
import { Time } from '../../components/text/time.tsx';
import { currentSession } from '../../session/session.ts';
import styles from './administration.module.css';

/** This session. Those of other people are administered on the machine of the service only. */
export function Sessions(): ReactNode {
  const session = currentSession();
  return (
    <Panel title="Sessions">
      {session && (
        <dl className={styles.facts}>
          <dt>You are</dt>
          <dd>
            <bdi>{session.name}</bdi>, {session.role}
          </dd>
          <dt>By</dt>
          <dd>{'token' in session.by ? 'an access token that this page holds' : 'signing in with this browser'}</dd>
          <dt>Until</dt>
          <dd>
            <Time at={session.expiresAt} />
            {'csrfToken' in session.by && ', later while the session is used'}
          </dd>
        </dl>
      )}
      <p className={styles.about}>
        On the machine of the service, <code>rolecall sessions</code> lists everybody who signed in with a browser, and{' '}
        <code>rolecall sessions revoke</code> ends a session at once. <code>rolecall sessions link</code> prints a link
        that signs one person in.
      </p>
    </Panel>
  );
}
