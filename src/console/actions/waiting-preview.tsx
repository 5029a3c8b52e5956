// For who approves a job: what it would do, as the sources are now.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../../clients/typescript/index.ts';
import { Button } from '../components/controls/button.tsx';
import { QueryView } from '../components/feedback/query-view.tsx';
import { useObjectNames } from '../objects/object-names.ts';
import styles from './actions.module.css';
import { type Change, previewChange } from './operations.ts';
import { PreviewView } from './preview-view.tsx';

type ActionJob = Schemas['ActionJob'];

/** A job names so many of its targets before it runs. */
const mostNamed = 3;

/** The change that a job asks for, of the targets that it names; undefined where it cannot be previewed. */
function changeOfJob({ type, operation, about: { targets: accountIds, container } }: ActionJob): Change | undefined {
  if (type === 'Revert' || operation === undefined || accountIds.length === 0) return undefined;
  if (operation === 'DisableAccount' || operation === 'EnableAccount' || operation === 'ActivateAccount')
    return { operation, accountIds };
  if (operation === 'CreateUserGroup' || container === undefined) return undefined;
  return { operation, containerId: container, accountIds };
}

/** Read on request: a preview asks the source. */
export function WaitingPreview({ job }: { readonly job: ActionJob }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const change = changeOfJob(job);
  if (!change) return null;
  if (isOpen) return <JobPreview id={job.id} change={change} />;
  return (
    <div className={styles.buttons}>
      <Button onClick={() => setOpen(true)}>See what would happen</Button>
    </div>
  );
}

function JobPreview({ id, change }: { readonly id: string; readonly change: Change }): ReactNode {
  const preview = useQuery({
    queryKey: ['job-preview', id],
    queryFn: ({ signal }) => previewChange(change, signal),
    // It shows what the sources show at this moment.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const nameOf = useObjectNames('accountIds' in change ? change.accountIds : []);
  return (
    <QueryView query={preview} awaited="the preview from the source">
      {({ approval: _said, ...data }) => (
        <>
          {data.targets.length === mostNamed && <p className={styles.note}>Of the first {mostNamed} accounts:</p>}
          <PreviewView preview={data} nameOf={nameOf} />
        </>
      )}
    </QueryView>
  );
}
