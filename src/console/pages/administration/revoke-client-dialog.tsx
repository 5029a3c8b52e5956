import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { api } from '../../api/api.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { Text } from '../../components/text/text.tsx';
import styles from './administration.module.css';

interface RevokeClientDialogProps {
  readonly client: Schemas['Client'];
  readonly onRevoked: () => void;
  readonly onClose: () => void;
}

export function RevokeClientDialog({ client, onRevoked, onClose }: RevokeClientDialogProps): ReactNode {
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const revoke = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await api.DELETE('/v1/clients/{clientId}', { params: { path: { clientId: client.clientId } } });
      onRevoked();
      onClose();
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="Revoke the client"
      description="It gets no more tokens, and those that it has stop working. This cannot be undone."
      isOpen
      onClose={onClose}
    >
      <div className={styles.form}>
        <p>
          <Text>{client.name}</Text>
        </p>
        {problem !== undefined && <ErrorPanel error={problem} what="The client could not be revoked" />}
        <div className={styles.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" disabled={isBusy} onClick={() => void revoke()}>
            {isBusy ? 'Revoking …' : 'Revoke'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
