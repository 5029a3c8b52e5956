// The dialog of a change: choose the other object where there is one, see what would happen, confirm, follow the job.
import { type ReactNode, useState } from 'react';
import { Dialog } from '../components/controls/dialog.tsx';
import { Text } from '../components/text/text.tsx';
import type { Capability } from './capabilities.ts';
import { ChangeChoice } from './change-choice.tsx';
import { Confirmation, StartedJob } from './confirmation.tsx';
import { type Change, operationWords } from './operations.ts';
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
      title={
        <>
          {words.label}: <Text line>{subject.name}</Text>
        </>
      }
      description={words.about}
      height="steady"
      isOpen
      onClose={onClose}
    >
      {jobId !== undefined ? (
        <StartedJob id={jobId} onClose={onClose} />
      ) : change === undefined ? (
        <ChangeChoice operation={operation} subject={subject} onChoose={setChange} />
      ) : (
        <Confirmation change={change} limits={capability.limits} onStart={start} onClose={onClose} />
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
