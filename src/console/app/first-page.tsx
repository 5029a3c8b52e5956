// Shown instead of every page that needs data, until there is a version: which sources are read, and how far that is.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../clients/typescript/index.ts';
import { useLive } from '../api/live.ts';
import { ActionLink } from '../components/controls/button.tsx';
import { EmptyState } from '../components/feedback/empty-state.tsx';
import { Page, Panel } from '../components/layout/page.tsx';
import { Count } from '../components/text/number.tsx';
import { Text } from '../components/text/text.tsx';
import { type Source, SourceState } from '../objects/source-state.tsx';
import { may } from '../session/session.ts';
import styles from './first-page.module.css';

type Sources = Schemas['SourceList'];

/** Pages that are of use without data. */
const withoutData = ['/sources', '/add-source', '/administration', '/jobs'];

export const needsData = (pathname: string): boolean =>
  !withoutData.some(place => pathname === place || pathname.startsWith(`${place}/`));

/** @param sources without a version */
export function FirstPage({ sources: { items, lastBuild } }: { readonly sources: Sources }): ReactNode {
  useLive();
  if (items.length === 0) return <NoSource />;
  const ended = items.filter(({ lastRun }) => lastRun?.endedAt !== undefined);
  const hasStopped = lastBuild?.status === 'Failed' || lastBuild?.status === 'HeldBack';
  return (
    <Page
      title={hasStopped ? 'There is no version yet' : 'The first version is being made'}
      about={
        hasStopped
          ? 'The sources were read, but no version could be made of what they brought.'
          : 'Your sources are being read. The pages open by themselves as soon as the data can be shown.'
      }
    >
      {hasStopped && (
        <Panel title="Why">
          {lastBuild.error !== undefined && <Text>{lastBuild.error}</Text>}
          <ul className={styles.findings}>
            {lastBuild.findings.map(({ check, message, source }) => (
              <li key={`${check} ${source} ${message}`}>
                <Text>{message}</Text>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel title={`${ended.length} of ${items.length} sources are read`}>
        <progress
          className={styles.progress}
          max={items.length}
          value={ended.length}
          aria-label="Sources that are read"
        />
        <ul className={styles.sources}>
          {items.map(source => (
            <SourceProgress key={source.sourceId} source={source} />
          ))}
        </ul>
      </Panel>
    </Page>
  );
}

function SourceProgress({ source }: { readonly source: Source }): ReactNode {
  const { sourceId, lastRun } = source;
  return (
    <li>
      <Link to="/sources/$sourceId" params={{ sourceId }}>
        <Text line>{sourceId}</Text>
      </Link>
      <span>
        <SourceState source={source} />
      </span>
      {lastRun && (
        <span className={styles.rows}>
          <Count>{lastRun.rows}</Count> records
        </span>
      )}
      {lastRun?.error !== undefined && (lastRun.status === 'Failed' || lastRun.retryAt !== undefined) && (
        <p>
          <Text>{lastRun.error}</Text>
        </p>
      )}
    </li>
  );
}

function NoSource(): ReactNode {
  return (
    <Page title="Welcome to Rolecall" about="Who can reach what in your organisation, through what, and since when.">
      <Panel title="Begin with a source">
        <EmptyState title="No source is configured yet">
          <p>
            A source is a system that Rolecall reads: a directory, an identity provider, an application, a CSV file. Its
            accounts, groups and rights are then here.
          </p>
          {may('admin') ? <ActionLink to="/add-source">Add a source</ActionLink> : <p>An administrator can add one.</p>}
        </EmptyState>
      </Panel>
    </Page>
  );
}
