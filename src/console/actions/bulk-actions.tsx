// What can be done with several selected accounts at once: a preview of all of them, and one job for those that can be changed.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { sqlQuery } from '../api/sql.ts';
import { Button } from '../components/controls/button.tsx';
import { Dialog } from '../components/controls/dialog.tsx';
import { Text } from '../components/text/text.tsx';
import type { SelectedAccount, Selection } from '../objects/selection/selection.ts';
import { may } from '../session/session.ts';
import styles from './actions.module.css';
import { Confirmation, type StartedChange, StartedJob } from './confirmation.tsx';
import { type AccountOperation, aboutOperation, type Change, operationWords } from './operations.ts';
import { RefusalReasons, useRefusals } from './refusals.tsx';

const offered: readonly AccountOperation[] = ['DisableAccount', 'EnableAccount'];

/** Longer addresses are refused by servers. */
const mostInAddress = 300;

/** Shown below a list while accounts are selected in it. */
export function BulkActions({ selection }: { readonly selection: Selection }): ReactNode {
  const [operation, setOperation] = useState<AccountOperation>();
  const { refusals } = useRefusals(offered);
  const { accounts } = selection;
  if (accounts.length === 0) return null;
  const close = (hasStarted: boolean) => {
    setOperation(undefined);
    // What was changed may have left the list. A further change is for another selection.
    if (hasStarted) selection.clear();
  };
  const noun = accounts.length === 1 ? 'account' : 'accounts';
  const refusalsOf = (each: AccountOperation) =>
    accounts.map(({ source }) => (source === undefined ? undefined : refusals.get(`${source} ${each}`)));
  const refused = offered.map(refusalsOf).find(each => each.some(Boolean)) ?? [];
  return (
    <section className={styles.bulk} aria-label="Selected accounts">
      <strong role="status">
        {accounts.length.toLocaleString()} {noun} selected
      </strong>
      {offered
        // What no source of the selection can do is not offered.
        .filter(each => !refusalsOf(each).every(Boolean))
        .map(each => (
          <Button
            key={each}
            look={operationWords[each].takesAway ? 'danger' : 'plain'}
            onClick={() => setOperation(each)}
          >
            {operationWords[each].label} …
          </Button>
        ))}
      {accounts.length <= mostInAddress && (
        <Link to="/fix" search={{ accounts: accounts.map(({ id }) => id).join(' '), ask: true }}>
          Ask managers …
        </Link>
      )}
      <Button look="quiet" onClick={selection.clear}>
        Select none
      </Button>
      {refused.some(Boolean) && (
        <p className={styles.note}>
          <RefusalReasons refusals={refused} /> You can ask the managers of the accounts instead.
        </p>
      )}
      {operation && <BulkDialog operation={operation} accounts={accounts} onClose={close} />}
    </section>
  );
}

interface DisableAllProps {
  /** The accounts: `id`, `name` and `source`. */
  readonly sql: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly label: string;
}

/** A button that offers to disable all accounts of a query; nothing when no source of them can do that, or there are none. */
export function DisableAll({ sql, parameters, label }: DisableAllProps): ReactNode {
  const [chosen, setChosen] = useState<readonly SelectedAccount[]>();
  const { refusals } = useRefusals(offered);
  const { data } = useQuery({ ...sqlQuery<SelectedAccount>(sql, parameters), enabled: may('write') });
  const accounts = data?.rows ?? [];
  const isOffered = accounts.some(({ source }) => !refusals.has(`${source} DisableAccount`));
  return (
    <>
      {isOffered && (
        <Button look="danger" onClick={() => setChosen(accounts)}>
          {label}
          {data?.hasMore && `: the first ${accounts.length.toLocaleString()}`} …
        </Button>
      )}
      {chosen && <BulkDialog operation="DisableAccount" accounts={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

interface BulkDialogProps {
  readonly operation: AccountOperation;
  readonly accounts: readonly SelectedAccount[];
  readonly onClose: (hasStarted: boolean) => void;
}

function BulkDialog({ operation, accounts, onClose }: BulkDialogProps): ReactNode {
  const [started, setStarted] = useState<StartedChange>();
  const close = () => onClose(started !== undefined);
  const [change] = useState<Change>(() => ({ operation, accountIds: accounts.map(({ id }) => id) }));
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  const words = operationWords[operation];
  const [only, ...others] = accounts;
  // The preview of several accounts names each of them.
  const title =
    only && others.length === 0 ? (
      <>
        {words.label}: <Text line>{only.name}</Text>
      </>
    ) : (
      `${words.label} ${accounts.length.toLocaleString()} accounts`
    );
  return (
    <Dialog
      title={title}
      description={aboutOperation(operation, accounts.length)}
      height="steady"
      isOpen
      onClose={close}
    >
      {started === undefined ? (
        <Confirmation
          change={change}
          nameOf={id => names.get(id)}
          onStart={(id, leftOut) => setStarted({ id, leftOut })}
          onClose={close}
        />
      ) : (
        <StartedJob {...started} onClose={close} />
      )}
    </Dialog>
  );
}
