// What a change would do: per target, what the source shows now, and what is gained or lost.
import type { ReactNode } from 'react';
import type { Schemas } from '../../../clients/typescript/index.ts';
import { Tag } from '../components/feedback/tag.tsx';
import { Count } from '../components/text/number.tsx';
import { Text } from '../components/text/text.tsx';
import { ObjectLink } from '../objects/object-link.tsx';
import styles from './actions.module.css';
import { ImageView } from './image.tsx';
import { RisksView } from './risks-view.tsx';

type Preview = Schemas['ChangePreview'];
type Target = Preview['targets'][number];

interface PreviewViewProps {
  readonly preview: Preview;
  /** Names of targets that the page knows. */
  readonly nameOf?: ((target: string) => string | undefined) | undefined;
}

export function PreviewView({ preview, nameOf = () => undefined }: PreviewViewProps): ReactNode {
  const { targets } = preview;
  return (
    <div className={styles.part}>
      {targets.length === 1 ? <TargetPreview target={targets[0]!} /> : <TargetList targets={targets} nameOf={nameOf} />}
      {preview.risks && <RisksView risks={preview.risks} />}
      {preview.approval !== undefined && (
        <p>
          <Tag tone="warning">needs approval</Tag> A second person has to approve it: <Text>{preview.approval}</Text>
        </p>
      )}
    </div>
  );
}

/** Many targets, one line each. */
function TargetList({
  targets,
  nameOf,
}: {
  readonly targets: readonly Target[];
  readonly nameOf: (target: string) => string | undefined;
}): ReactNode {
  return (
    <ul className={styles.bulkTargets} aria-label="What happens to each account">
      {targets.map(target => (
        <li key={target.target}>
          <Possibility target={target} />{' '}
          <ObjectLink type="Account" id={target.target} name={nameOf(target.target) ?? target.targetName} />
          {target.reason !== undefined && (
            <small>
              <Text>{target.reason}</Text>
            </small>
          )}
        </li>
      ))}
    </ul>
  );
}

function Possibility({ target: { possible, alreadyDone } }: { readonly target: Target }): ReactNode {
  if (!possible) return <Tag tone="bad">not possible</Tag>;
  return alreadyDone ? <Tag>nothing to do</Tag> : <Tag tone="good">possible</Tag>;
}

function TargetPreview({ target }: { readonly target: Target }): ReactNode {
  const { targetName, reason, alreadyDone, presentState, beforeDisabling } = target;
  return (
    <div className={styles.target}>
      <p>
        <Possibility target={target} /> {targetName !== undefined && <Text>{targetName}</Text>}
      </p>
      {reason !== undefined && (
        <p>
          <Text>{reason}</Text>
        </p>
      )}
      {alreadyDone && <p>The source shows the change already.</p>}
      {presentState && (
        <>
          <strong>The source shows now</strong>
          <ImageView image={presentState} />
        </>
      )}
      {beforeDisabling && (
        <>
          <strong>Before it was disabled from here</strong>
          <ImageView image={beforeDisabling} />
        </>
      )}
      <Access title="Gains" objects={target.accessGained} />
      <Access title="Loses" objects={target.accessLost} />
      <Reach target={target} />
    </div>
  );
}

function Access({ title, objects }: { readonly title: string; readonly objects: Target['accessGained'] }): ReactNode {
  return objects.map(({ objectType, objectId, objectName }) => (
    <p key={objectId}>
      {title}: <ObjectLink type={objectType} id={objectId} name={objectName} />
    </p>
  ));
}

function Reach({ target: { presentReach, blastRadius } }: { readonly target: Target }): ReactNode {
  const parts = [
    { count: presentReach?.roles, of: 'roles' },
    { count: presentReach?.userGroups, of: 'groups' },
    { count: presentReach?.assignedApplications, of: 'applications' },
    { count: presentReach?.resourceInstances, of: 'resources' },
  ].filter(({ count }) => count !== undefined);
  return (
    <>
      {parts.length > 0 && (
        <p>
          It reaches now:{' '}
          {parts.map(({ count, of }, index) => (
            <span key={of}>
              {index > 0 && ', '}
              <Count>{count}</Count> {of}
            </span>
          ))}
        </p>
      )}
      {blastRadius && (
        <p>
          Other accounts that it can act as: <CountIfKnown>{blastRadius.before}</CountIfKnown> now,{' '}
          <CountIfKnown>{blastRadius.after}</CountIfKnown> after the change
        </p>
      )}
    </>
  );
}

function CountIfKnown({ children }: { readonly children: number | undefined }): ReactNode {
  return children === undefined ? 'not known' : <Count>{children}</Count>;
}
