// What can be done with several selected accounts at once: a preview of all of them, and one job for those that can be changed.
import { type ReactNode, useState } from 'react';
import { Button } from '../components/controls/button.tsx';
import { Dialog } from '../components/controls/dialog.tsx';
import type { SelectedAccount, Selection } from '../objects/selection.ts';
import styles from './actions.module.css';
import { Confirmation, StartedJob } from './confirmation.tsx';
import { type AccountOperation, type Change, operationWords } from './operations.ts';

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
  const [change] = useState<Change>(() => ({ operation, accountIds: accounts.map(({ id }) => id) }));
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
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
        <Confirmation change={change} nameOf={id => names.get(id)} onStart={setJobId} onClose={onClose} />
      ) : (
        <StartedJob id={jobId} onClose={onClose} />
      )}
    </Dialog>
  );
}
