// The question before a change: what it would do, and whether to do it. It is the same for one account and for many.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { jobsKey } from '../api/live.ts';
import { Button } from '../components/controls/button.tsx';
import { Field } from '../components/controls/field.tsx';
import { ErrorPanel } from '../components/feedback/error-panel.tsx';
import { QueryView } from '../components/feedback/query-view.tsx';
import { Text } from '../components/text/text.tsx';
import { formatMoment } from '../components/text/time.tsx';
import { may } from '../session/session.ts';
import styles from './actions.module.css';
import { useChangePreview } from './change-preview.ts';
import { JobView } from './job-view.tsx';
import { leftOutWords, nothingLeftWords, rolloutWords } from './job-words.ts';
import { type Change, type ChangeGuard, operationWords, startChange } from './operations.ts';
import { PreviewView } from './preview-view.tsx';

export interface StartedChange {
  /** Of the job. */
  readonly id: string;
  readonly leftOut?: string | undefined;
}

interface ConfirmationProps {
  readonly change: Change;
  /** Undefined: all targets at once, without a purpose. */
  readonly guard?: ChangeGuard | undefined;
  /** What the source cannot do with it. */
  readonly limits?: string | undefined;
  readonly nameOf?: (target: string) => string | undefined;
  /** @param leftOut which of the chosen accounts the job is not about */
  readonly onStart: (jobId: string, leftOut: string | undefined) => void;
  readonly onClose: () => void;
  /** Lets the reader leave the decision to a second person, for this reason. */
  readonly proposal?: string | undefined;
}

export function Confirmation({
  change,
  guard,
  limits,
  nameOf,
  onStart,
  onClose,
  proposal,
}: ConfirmationProps): ReactNode {
  const client = useQueryClient();
  const [keys] = useState(() => ({ now: crypto.randomUUID(), proposed: crypto.randomUUID() }));
  const preview = useChangePreview(change);
  const [reason, setReason] = useState('');
  const isMany = 'accountIds' in change && change.accountIds.length > 1;
  const nothingLeft = isMany ? nothingLeftWords(preview.data?.targets ?? []) : undefined;
  const needsApproval = preview.data?.approval !== undefined && nothingLeft === undefined;
  const asksReason = needsApproval && guard?.purpose === undefined && takesReason(change);
  const targets = preview.data?.targets ?? [];
  const changing = targets.filter(({ possible, alreadyDone }) => possible && !alreadyDone).map(({ target }) => target);
  const start = useMutation({
    mutationFn: (way: 'now' | 'proposed') =>
      startChange(
        withTargets(change, changing),
        keys[way],
        guardWith(guard, reason),
        way === 'proposed' ? proposal : undefined,
      ),
    onSuccess: async jobId => {
      onStart(jobId, isMany ? leftOutWords(targets) : undefined);
      await client.invalidateQueries({ queryKey: jobsKey });
    },
  });
  const words = operationWords[change.operation];
  const isReady = !start.isPending && (isMany ? changing.length > 0 : isPossible(targets));
  return (
    <>
      <QueryView query={preview} awaited="the preview from the source">
        {({ approval, ...data }) => (
          <PreviewView
            preview={{ ...data, ...(needsApproval && { approval }) }}
            nameOf={nameOf}
            onAgain={preview.isFetching ? undefined : () => void preview.refetch()}
          />
        )}
      </QueryView>
      {limits !== undefined && (
        <p className={styles.note}>
          <Text>{limits}</Text>
        </p>
      )}
      {asksReason && (
        <Field
          label="Purpose"
          hint="Why it is needed. Whoever approves it reads this."
          maxLength={longestReason}
          autoComplete="off"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      {nothingLeft === undefined ? <GuardNote guard={guard} /> : <p role="status">{nothingLeft}</p>}
      <div className={`${styles.buttons} ${styles.end}`} data-dialog-buttons>
        <Button onClick={onClose}>{nothingLeft === undefined ? 'Change nothing' : 'Close this'}</Button>
        {nothingLeft === undefined && proposal !== undefined && !(needsApproval && may('write')) && (
          <Button disabled={!isReady} onClick={() => start.mutate('proposed')}>
            Propose it to a second person
          </Button>
        )}
        {nothingLeft === undefined && may('write') && (
          <Button look={words.takesAway ? 'danger' : 'primary'} disabled={!isReady} onClick={() => start.mutate('now')}>
            {needsApproval
              ? 'Send for approval'
              : `${words.label} ${isMany && preview.data ? `${changing.length.toLocaleString()} ` : ''}${isGuarded(guard) ? 'this way' : 'now'}`}
          </Button>
        )}
      </div>
      {start.isError && <ErrorPanel error={start.error} what="Nothing was changed" />}
    </>
  );
}

/** Whether some targets have to wait, or perhaps nothing becomes of them. */
const isGuarded = (guard: ChangeGuard | undefined) => Object.keys(guard?.rollout ?? {}).length > 0;

/** How the job would go about its targets. */
function GuardNote({ guard }: { readonly guard: ChangeGuard | undefined }): ReactNode {
  if (!isGuarded(guard)) return null;
  return <p className={styles.note}>{rolloutWords(guard!.rollout!, formatMoment).join('; ')}.</p>;
}

const longestReason = 200;

/** Operations whose request has a place for a reason. */
const takesReason = ({ operation }: Change) =>
  operation !== 'AssignRole' && operation !== 'AddGroupMember' && operation !== 'CreateUserGroup';

function guardWith(guard: ChangeGuard | undefined, reason: string): ChangeGuard | undefined {
  const purpose = reason.trim();
  return purpose === '' ? guard : { ...guard, purpose };
}

const isPossible = (targets: readonly { readonly possible: boolean }[]) =>
  targets.length > 0 && targets.every(({ possible }) => possible);

/** Of many accounts, those that would change. A change of one is asked for even when the source shows it, so that its job says so. */
const withTargets = (change: Change, targets: readonly string[]): Change =>
  'accountIds' in change && change.accountIds.length > 1 ? { ...change, accountIds: targets } : change;

interface StartedJobProps extends StartedChange {
  readonly onClose: () => void;
}

/** The job that a confirmed change became. */
export function StartedJob({ id, leftOut, onClose }: StartedJobProps): ReactNode {
  return (
    <>
      <JobView id={id} />
      {leftOut !== undefined && <p className={styles.note}>{leftOut}</p>}
      <div className={`${styles.buttons} ${styles.end}`} data-dialog-buttons>
        <Link to="/jobs/$id" params={{ id }}>
          Open the job
        </Link>
        <Button onClick={onClose}>Close this</Button>
      </div>
    </>
  );
}
