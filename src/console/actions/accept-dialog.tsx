import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '../components/controls/button.tsx';
import { Dialog } from '../components/controls/dialog.tsx';
import { Field } from '../components/controls/field.tsx';
import { ErrorPanel } from '../components/feedback/error-panel.tsx';
import { Text } from '../components/text/text.tsx';
import type { DecidedViolation } from './acceptance.ts';
import styles from './actions.module.css';

interface AcceptDialogProps {
  readonly violation: DecidedViolation;
  readonly onAccept: (reason: string, until: string) => Promise<void>;
  readonly onClose: () => void;
}

const dayMs = 86_400_000;
const usualDays = 90;
const longestReason = 1000;

/** A day as the API takes it: the last day in UTC. */
const dayAfter = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

/** Asks why, and until when. */
export function AcceptDialog({ violation, onAccept, onClose }: AcceptDialogProps): ReactNode {
  const reasonId = useId();
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState(dayAfter(usualDays));
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    onAccept(reason.trim(), until)
      .then(onClose, setProblem)
      .finally(() => setBusy(false));
  };
  return (
    <Dialog
      title="Accept the risk"
      description="It is not counted until that day has passed; then it is open again. The audit log keeps who accepted it."
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submit} className={styles.decision}>
        <p>
          <strong>
            <Text>{violation.rule}</Text>
          </strong>
        </p>
        {violation.description !== null && <Text>{violation.description}</Text>}
        <div className={styles.decision}>
          <label htmlFor={reasonId}>Reason</label>
          <textarea
            id={reasonId}
            required
            rows={3}
            maxLength={longestReason}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </div>
        <Field
          label="Until"
          hint="The last day, in UTC"
          type="date"
          required
          min={dayAfter(0)}
          value={until}
          onChange={({ target }) => setUntil(target.value)}
        />
        <div className={`${styles.buttons} ${styles.end}`}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || reason.trim() === ''}>
            {isBusy ? 'Accepting …' : 'Accept'}
          </Button>
        </div>
        {problem !== undefined && <ErrorPanel error={problem} what="The risk could not be accepted" />}
      </form>
    </Dialog>
  );
}
