// Says that the page does not show yet what a change from here did.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLive, versionKey } from '../../api/live.ts';
import { Awaited } from '../../components/feedback/loading.tsx';
import { may } from '../../session/session.ts';
import { useJobsAbout } from './jobs-about.ts';
import styles from './object.module.css';

/** @param id global id of an account */
export function BeingRead({ id }: { readonly id: string }): ReactNode {
  useLive();
  const jobs = useJobsAbout(id, may('read'));
  const { data: version } = useQuery<number>({ queryKey: versionKey, enabled: false });
  const job = jobs.data?.items.find(
    ({ completedAt, targets, dataSync }) =>
      completedAt !== null && targets.succeeded > 0 && dataSync.status === 'InProgress',
  );
  if (jobs.isLoading) return <Awaited />;
  if (!job) return null;
  const what = job.type === 'Revert' ? 'undo' : 'change';
  return (
    <p role="status" className={styles.muted}>
      The source is being read again. Until then this page shows{' '}
      {version === undefined ? 'a version' : `version ${version.toLocaleString()}`} from before{' '}
      <Link to="/jobs/$id" params={{ id: job.id }}>
        the newest {what}
      </Link>
      .
    </p>
  );
}
