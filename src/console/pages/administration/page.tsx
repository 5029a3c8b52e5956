// What administrators look after: who may use the API, what was done, and what the service works on.
import { createLazyRoute, Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MissingPage } from '../../app/failed-page.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Page } from '../../components/layout/page.tsx';
import { may } from '../../session/session.ts';
import styles from './administration.module.css';
import { AuditLog } from './audit-log.tsx';
import { Clients } from './clients.tsx';
import { Exports } from './exports.tsx';
import { Queues } from './queues.tsx';
import { Sessions } from './sessions.tsx';
import { Signals } from './signals.tsx';
import { SigningKeys } from './signing-keys.tsx';

export const page = createLazyRoute('/administration/$part')({ component: AdministrationPage });

const parts = {
  clients: { title: 'Clients', component: Clients },
  sessions: { title: 'Sessions', component: Sessions },
  keys: { title: 'Keys', component: SigningKeys },
  audit: { title: 'Audit log', component: AuditLog },
  signals: { title: 'Security events', component: Signals },
  queues: { title: 'Queues', component: Queues },
  exports: { title: 'Exports', component: Exports },
} as const;

function AdministrationPage(): ReactNode {
  const { part } = useParams({ from: '/administration/$part' });
  const known = Object.hasOwn(parts, part) ? parts[part as keyof typeof parts] : undefined;
  if (!known) return <MissingPage />;
  const Part = known.component;
  return (
    <Page title="Administration" about="Who may use the API, what was done, and what the service works on.">
      {may('admin') ? (
        <>
          <nav aria-label="Parts of the administration">
            <ul className={styles.parts}>
              {Object.entries(parts).map(([name, { title }]) => (
                <li key={name}>
                  <Link
                    to="/administration/$part"
                    params={{ part: name }}
                    search={{}}
                    activeProps={{ 'aria-current': undefined }}
                    aria-current={name === part ? 'page' : undefined}
                  >
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <Part />
        </>
      ) : (
        <EmptyState title="Only administrators see this page">
          Sign in as an administrator, or with a client that has the scope admin.
        </EmptyState>
      )}
    </Page>
  );
}
