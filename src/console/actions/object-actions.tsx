// What can be done about an account, a role or a group: the changes that its source can make and that its configuration allows.

import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useLive } from '../api/live.ts';
import { Button } from '../components/controls/button.tsx';
import { Awaited } from '../components/feedback/loading.tsx';
import { Panel } from '../components/layout/page.tsx';
import type { ObjectType } from '../objects/object-types.ts';
import { useSourceName } from '../objects/sources.ts';
import { may } from '../session/session.ts';
import styles from './actions.module.css';
import { allowed, type Capability, refusalOf, useCapabilities } from './capabilities.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { type Operation, operationWords } from './operations.ts';
import type { Subject } from './subject.ts';

const operationsOf: Partial<Record<ObjectType, readonly Operation[]>> = {
  Account: [
    'DisableAccount',
    'EnableAccount',
    'ActivateAccount',
    'AssignRole',
    'RemoveRole',
    'AddGroupMember',
    'RemoveGroupMember',
  ],
  Role: ['AssignRole', 'RemoveRole'],
  UserGroup: ['AddGroupMember', 'RemoveGroupMember', 'CreateUserGroup'],
};

export function ObjectActions({ subject }: { readonly subject: Subject }): ReactNode {
  const wanted = operationsOf[subject.type];
  if (!wanted || !may('write')) return null;
  return <Offered subject={subject} wanted={wanted} />;
}

/** Whether the object is already as the change would make it. */
function isPointless(operation: Operation, { enabled }: Subject): boolean {
  if (operation === 'DisableAccount') return enabled === false;
  return (operation === 'EnableAccount' || operation === 'ActivateAccount') && enabled === true;
}

function Offered({ subject, wanted }: { readonly subject: Subject; readonly wanted: readonly Operation[] }): ReactNode {
  const [chosen, setChosen] = useState<Capability | undefined>();
  const [jobId, setJobId] = useState<string | undefined>();
  const sourceName = useSourceName();
  // After a change, the page follows the version that shows it.
  useLive();
  const { capabilities, isAwaited } = useCapabilities(subject.applicationInstanceId);
  if (isAwaited) return <Awaited />;
  if (!capabilities) return null;
  const offered = allowed(capabilities, wanted).filter(({ operation }) => !isPointless(operation, subject));
  const refusal = refusalOf(capabilities, wanted);
  if (offered.length === 0 && refusal === undefined) return null;
  return (
    <Panel title="Actions">
      {offered.length > 0 ? (
        <div className={styles.buttons}>
          {offered.map(capability => (
            <Button
              key={capability.operation}
              look={operationWords[capability.operation].takesAway ? 'danger' : 'plain'}
              title={capability.effect}
              onClick={() => setChosen(capability)}
            >
              {operationWords[capability.operation].label}
            </Button>
          ))}
        </div>
      ) : (
        <Refused subject={subject}>
          Nothing can be changed in {sourceName(subject.applicationInstanceId)}: {refusal}.
        </Refused>
      )}
      {jobId !== undefined && (
        <p className={styles.last}>
          <Link to="/jobs/$id" params={{ id: jobId }}>
            The last change made on this page
          </Link>
        </p>
      )}
      {chosen && (
        <ChangeDialog capability={chosen} subject={subject} onStart={setJobId} onClose={() => setChosen(undefined)} />
      )}
    </Panel>
  );
}

/** Why nothing can be changed here, and what to do instead. */
function Refused({ subject, children }: { readonly subject: Subject; readonly children: ReactNode }): ReactNode {
  return (
    <>
      <p className={styles.note}>
        {children} Change it in the source itself
        {subject.type === 'Account' && ', or ask the managers and owners of the account whether it is still needed'}.
      </p>
      {subject.type === 'Account' && (
        <div className={styles.buttons}>
          <Link to="/fix" search={{ accounts: subject.id, ask: true }}>
            Ask managers …
          </Link>
        </div>
      )}
    </>
  );
}
