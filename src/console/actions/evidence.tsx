// Evidence for an auditor, of a job or of a review: two files, which the service makes.
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../api/api.ts';
import { Button } from '../components/controls/button.tsx';
import { ErrorPanel } from '../components/feedback/error-panel.tsx';
import { saveFile } from '../components/files/save-file.ts';
import styles from './actions.module.css';

interface EvidenceProps {
  readonly of: 'action-jobs' | 'reviews';
  readonly id: string;
}

export function Evidence({ of, id }: EvidenceProps): ReactNode {
  const evidence = useMutation({
    mutationFn: async () => {
      const { data } = await api.GET(`/v1/${of}/{id}/evidence`, { params: { path: { id } } });
      for (const { name, mediaType, content } of data!.files) saveFile(name, new Blob([content], { type: mediaType }));
      return data!.files;
    },
  });
  return (
    <div className={styles.confirm}>
      <div className={styles.buttons}>
        <Button disabled={evidence.isPending} onClick={() => evidence.mutate()}>
          Save evidence
        </Button>
      </div>
      {evidence.isError && <ErrorPanel error={evidence.error} what="The evidence could not be made" />}
      {evidence.data?.map(({ name, sha256 }) => (
        <p key={name} className={styles.note} role="status">
          {name}: SHA-256 <code className={styles.digest}>{sha256}</code>
        </p>
      ))}
    </div>
  );
}
