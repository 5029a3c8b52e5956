import { type ReactNode, useState } from 'react';
import { Button } from '../components/controls/button.tsx';
import { Dialog } from '../components/controls/dialog.tsx';
import { ErrorPanel } from '../components/feedback/error-panel.tsx';
import { Text } from '../components/text/text.tsx';
import { lastDayOf, Time } from '../components/text/time.tsx';
import type { DecidedViolation } from './acceptance.ts';
import styles from './actions.module.css';

interface TakeBackDialogProps {
  readonly violation: DecidedViolation;
  readonly onTakeBack: () => Promise<void>;
  readonly onClose: () => void;
}

/** Shows why the risk was accepted, and ends that. */
export function TakeBackDialog({ violation, onTakeBack, onClose }: TakeBackDialogProps): ReactNode {
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const takeBack = () => {
    setBusy(true);
    setProblem(undefined);
    onTakeBack()
      .then(onClose, setProblem)
      .finally(() => setBusy(false));
  };
  return (
    <Dialog title="Take the acceptance back" description="The risk is open again." isOpen onClose={onClose}>
      <div className={styles.decision}>
        {violation.accepted_because !== null && (
          <p>
            Accepted because: <Text>{violation.accepted_because}</Text>
          </p>
        )}
        {violation.accepted_until !== null && (
          <p>
            Until <Time at={lastDayOf(violation.accepted_until)} />
          </p>
        )}
        <div className={`${styles.buttons} ${styles.end}`}>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" disabled={isBusy} onClick={takeBack}>
            {isBusy ? 'Taking back …' : 'Take back'}
          </Button>
        </div>
        {problem !== undefined && <ErrorPanel error={problem} what="The acceptance could not be taken back" />}
      </div>
    </Dialog>
  );
}
