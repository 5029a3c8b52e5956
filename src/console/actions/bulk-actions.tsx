// What can be done with several selected accounts at once: a preview of all of them, and one job for those that can be changed.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../../clients/typescript/index.ts';
import { jobsKey } from '../api/live.ts';
import { Button } from '../components/controls/button.tsx';
import { Dialog } from '../components/controls/dialog.tsx';
import { ErrorPanel } from '../components/feedback/error-panel.tsx';
import { QueryView } from '../components/feedback/query-view.tsx';
import { Tag } from '../components/feedback/tag.tsx';
import { Text } from '../components/text/text.tsx';
import { ObjectLink } from '../objects/object-link.tsx';
import type { SelectedAccount, Selection } from '../objects/selection.ts';
import styles from './actions.module.css';
import { JobView } from './job-view.tsx';
import { type AccountOperation, operationWords, previewChange, startChange } from './operations.ts';
import { RisksView } from './risks-view.tsx';

type Preview = Schemas['ChangePreview'];

const offered: readonly AccountOperation[] = ['DisableAccount', 'EnableAccount'];

/** Shown above a list while accounts are selected in it. */
export function BulkActions({ selection }: { readonly selection: Selection }): ReactNode {
  const [operation, setOperation] = useState<AccountOperation>();
  const { accounts } = selection;
  if (accounts.length === 0) return null;
  const noun = accounts.length === 1 ? 'account' : 'accounts';
  return (
    <section className={styles.bulk} aria-label="Selected accounts">
      <strong role="status">
        {accounts.length.toLocaleString()} {noun} selected
      </strong>
      {offered.map(each => (
        <Button
          key={each}
          look={operationWords[each].takesAway ? 'danger' : 'plain'}
          onClick={() => setOperation(each)}
        >
          {operationWords[each].label} …
        </Button>
      ))}
      <Button look="quiet" onClick={selection.clear}>
        Select none
      </Button>
      {operation && <BulkDialog operation={operation} accounts={accounts} onClose={() => setOperation(undefined)} />}
    </section>
  );
}

interface BulkDialogProps {
  readonly operation: AccountOperation;
  readonly accounts: readonly SelectedAccount[];
  readonly onClose: () => void;
}

function BulkDialog({ operation, accounts, onClose }: BulkDialogProps): ReactNode {
  const [jobId, setJobId] = useState<string>();
  const words = operationWords[operation];
  const noun = accounts.length === 1 ? 'account' : 'accounts';
  return (
    <Dialog
      title={`${words.label} ${accounts.length.toLocaleString()} ${noun}`}
      description={words.about}
      isOpen
      onClose={onClose}
    >
      {jobId === undefined ? (
        <BulkConfirmation operation={operation} accounts={accounts} onStart={setJobId} onClose={onClose} />
      ) : (
        <>
          <JobView id={jobId} />
          <div className={`${styles.buttons} ${styles.end}`}>
            <Link to="/jobs/$id" params={{ id: jobId }}>
              Open the job
            </Link>
            <Button onClick={onClose}>Close this</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

interface BulkConfirmationProps extends BulkDialogProps {
  readonly onStart: (jobId: string) => void;
}

function BulkConfirmation({ operation, accounts, onStart, onClose }: BulkConfirmationProps): ReactNode {
  const client = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const [accountIds] = useState(() => accounts.map(({ id }) => id));
  const preview = useQuery({
    queryKey: ['change-preview', operation, accountIds],
    queryFn: ({ signal }) => previewChange({ operation, accountIds }, signal),
    // It shows what the sources show at this moment.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const changed = (preview.data?.targets ?? []).filter(({ possible, alreadyDone }) => possible && !alreadyDone);
  const start = useMutation({
    mutationFn: () => startChange({ operation, accountIds: changed.map(({ target }) => target) }, key),
    onSuccess: async jobId => {
      onStart(jobId);
      await client.invalidateQueries({ queryKey: jobsKey });
    },
  });
  const words = operationWords[operation];
  return (
    <>
      <QueryView query={preview} awaited="the preview from the sources">
        {data => <BulkPreview preview={data} accounts={accounts} />}
      </QueryView>
      {start.isError && <ErrorPanel error={start.error} what="Nothing was changed" />}
      <div className={`${styles.buttons} ${styles.end}`}>
        <Button onClick={onClose}>Change nothing</Button>
        <Button
          look={words.takesAway ? 'danger' : 'primary'}
          disabled={changed.length === 0 || start.isPending}
          onClick={() => start.mutate()}
        >
          {words.label} {preview.data && changed.length.toLocaleString()} now
        </Button>
      </div>
    </>
  );
}

function BulkPreview({
  preview: { targets, risks, approval },
  accounts,
}: {
  readonly preview: Preview;
  readonly accounts: readonly SelectedAccount[];
}): ReactNode {
  const nameOf = new Map(accounts.map(({ id, name }) => [id, name]));
  return (
    <div className={styles.part}>
      <ul className={styles.bulkTargets} aria-label="What happens to each account">
        {targets.map(({ target, targetName, possible, alreadyDone, reason }) => (
          <li key={target}>
            {possible ? (
              <Tag tone={alreadyDone ? 'neutral' : 'good'}>{alreadyDone ? 'nothing to do' : 'possible'}</Tag>
            ) : (
              <Tag tone="bad">not possible</Tag>
            )}{' '}
            <ObjectLink type="Account" id={target} name={nameOf.get(target) ?? targetName} />
            {reason !== undefined && (
              <small>
                <Text>{reason}</Text>
              </small>
            )}
          </li>
        ))}
      </ul>
      {risks && <RisksView risks={risks} />}
      {approval !== undefined && (
        <p>
          <Tag tone="warning">needs approval</Tag> A second client has to approve it: <Text>{approval}</Text>
        </p>
      )}
    </div>
  );
}
