import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { Text } from '../../components/text/text.tsx';
import styles from './administration.module.css';

interface ConfirmDialogProps {
  readonly title: string;
  /** What happens when the reader confirms. */
  readonly description: string;
  /** The name of the object that is changed. */
  readonly subject?: string;
  /** The text of the button that confirms. */
  readonly action: string;
  /** The text of the button while the request runs. */
  readonly doing: string;
  /** What a failure means: "The client could not be revoked". */
  readonly failure: string;
  readonly onConfirm: () => Promise<unknown>;
  /** Called after the request has succeeded. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { title, description, subject, action, doing, failure, onConfirm, onDone, onClose } = props;
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await onConfirm();
      onDone();
      onClose();
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} description={description} isOpen onClose={onClose}>
      <div className={styles.form}>
        {subject !== undefined && (
          <p>
            <Text>{subject}</Text>
          </p>
        )}
        <div className={styles.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" disabled={isBusy} onClick={() => void confirm()}>
            {isBusy ? doing : action}
          </Button>
        </div>
        {problem !== undefined && <ErrorPanel error={problem} what={failure} />}
      </div>
    </Dialog>
  );
}
