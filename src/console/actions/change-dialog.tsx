// The dialog of a change: choose the other object where there is one, see what would happen, confirm, follow the job.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { jobsKey } from '../api/live.ts';
import { Button } from '../components/controls/button.tsx';
import { Dialog } from '../components/controls/dialog.tsx';
import { ErrorPanel } from '../components/feedback/error-panel.tsx';
import { QueryView } from '../components/feedback/query-view.tsx';
import { Coded } from '../components/text/coded.tsx';
import { Text } from '../components/text/text.tsx';
import styles from './actions.module.css';
import type { Capability } from './capabilities.ts';
import { ChangeChoice } from './change-choice.tsx';
import { JobView } from './job-view.tsx';
import { type Change, operationWords, previewChange, startChange } from './operations.ts';
import { PreviewView } from './preview-view.tsx';
import type { Subject } from './subject.ts';

interface ChangeDialogProps {
  readonly capability: Capability;
  readonly subject: Subject;
  readonly onStart: (jobId: string) => void;
  readonly onClose: () => void;
}

export function ChangeDialog({ capability, subject, onStart, onClose }: ChangeDialogProps): ReactNode {
  const { operation } = capability;
  const [change, setChange] = useState<Change | undefined>(() => wholeChange(capability, subject));
  const [jobId, setJobId] = useState<string | undefined>();
  const words = operationWords[operation];
  const start = (id: string) => {
    setJobId(id);
    onStart(id);
  };
  return (
    <Dialog
      title={`${words.label}: ${subject.name.slice(0, 80)}`}
      description={<Coded>{capability.effect ?? words.about}</Coded>}
      isOpen
      onClose={onClose}
    >
      {jobId !== undefined ? (
        <>
          <JobView id={jobId} />
          <div className={`${styles.buttons} ${styles.end}`}>
            <Link to="/jobs/$id" params={{ id: jobId }}>
              Open the job
            </Link>
            <Button onClick={onClose}>Close this</Button>
          </div>
        </>
      ) : change === undefined ? (
        <ChangeChoice operation={operation} subject={subject} onChoose={setChange} />
      ) : (
        <Confirmation capability={capability} change={change} onStart={start} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** A change that needs nothing but its subject. */
function wholeChange({ operation }: Capability, { id }: Subject): Change | undefined {
  const needsNoMore =
    operation === 'DisableAccount' || operation === 'EnableAccount' || operation === 'ActivateAccount';
  return needsNoMore ? { operation, accountIds: [id] } : undefined;
}

interface ConfirmationProps {
  readonly capability: Capability;
  readonly change: Change;
  readonly onStart: (jobId: string) => void;
  readonly onClose: () => void;
}

function Confirmation({ capability, change, onStart, onClose }: ConfirmationProps): ReactNode {
  const client = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const preview = useQuery({
    queryKey: ['change-preview', change],
    queryFn: ({ signal }) => previewChange(change, signal),
    // It shows what the source shows at this moment.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const start = useMutation({
    mutationFn: () => startChange(change, key),
    onSuccess: async jobId => {
      onStart(jobId);
      await client.invalidateQueries({ queryKey: jobsKey });
    },
  });
  const words = operationWords[capability.operation];
  const isPossible = preview.data?.targets.every(({ possible }) => possible) ?? false;
  return (
    <>
      <QueryView query={preview} awaited="the preview from the source">
        {data => <PreviewView preview={data} />}
      </QueryView>
      {capability.limits !== undefined && (
        <p className={styles.note}>
          <Text>{capability.limits}</Text>
        </p>
      )}
      {start.isError && <ErrorPanel error={start.error} what="Nothing was changed" />}
      <div className={`${styles.buttons} ${styles.end}`}>
        <Button onClick={onClose}>Change nothing</Button>
        <Button
          look={words.takesAway ? 'danger' : 'primary'}
          disabled={!isPossible || start.isPending}
          onClick={() => start.mutate()}
        >
          {words.label} now
        </Button>
      </div>
    </>
  );
}
