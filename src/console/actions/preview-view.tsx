// What a change would do: per target, what the source shows now, and what is gained or lost.
import type { ReactNode } from 'react';
import type { Schemas } from '../../../clients/typescript/index.ts';
import { useApi } from '../api/api.ts';
import { Tag } from '../components/feedback/tag.tsx';
import { Coded } from '../components/text/coded.tsx';
import { Count, formatCount } from '../components/text/number.tsx';
import { Text } from '../components/text/text.tsx';
import { ObjectLink } from '../objects/object-link.tsx';
import { may } from '../session/session.ts';
import styles from './actions.module.css';
import { ImageView } from './image.tsx';
import { operationWords } from './operations.ts';
import { RisksView } from './risks-view.tsx';

type Preview = Schemas['ChangePreview'];
type Target = Preview['targets'][number];

interface PreviewViewProps {
  readonly preview: Preview;
  /** Names of targets that the page knows. */
  readonly nameOf?: ((target: string) => string | undefined) | undefined;
  /** Read the preview again; undefined while it is read. */
  readonly onAgain: (() => void) | undefined;
}

export function PreviewView({ preview, nameOf = () => undefined, onAgain }: PreviewViewProps): ReactNode {
  const { operation, targets } = preview;
  return (
    <div className={styles.part}>
      <Effects preview={preview} />
      {targets.length === 1 ? (
        <TargetPreview target={targets[0]!} />
      ) : (
        <TargetList operation={operation} targets={targets} nameOf={nameOf} />
      )}
      {preview.risks && <RisksView risks={preview.risks} onAgain={onAgain} />}
      {preview.approval !== undefined && (
        <p>
          <Tag tone="warning">needs approval</Tag> A second person has to approve it: <Text>{preview.approval}</Text>
        </p>
      )}
    </div>
  );
}

/** What the change does in each source, in the words of its connector: what an account loses follows from it and from what the source shows. */
function Effects({ preview: { operation, targets } }: { readonly preview: Preview }): ReactNode {
  const { data } = useApi('get', '/v1/capabilities', {}, { enabled: may('write') });
  const changed = new Set(targets.flatMap(each => (each.possible ? [each.applicationInstanceId] : [])));
  const effects = (data?.items ?? [])
    .filter(({ applicationInstanceId }) => changed.has(applicationInstanceId))
    .flatMap(({ sourceId, operations }) => {
      const effect = operations.find(each => each.operation === operation)?.effect;
      return effect === undefined ? [] : [{ sourceId, effect }];
    });
  return effects.map(({ sourceId, effect }) => (
    <p key={sourceId}>
      In <Text>{sourceId}</Text>: <Coded>{effect}</Coded>
    </p>
  ));
}

/** Of more accounts, what the source shows is opened on request. */
const mostOpenTargets = 20;

/** What would change comes first: the reader has to agree to it. */
const changingFirst = (targets: readonly Target[]): readonly Target[] =>
  targets.toSorted((one, other) => placeOf(one) - placeOf(other));
const placeOf = ({ possible, alreadyDone }: Target) => (!possible ? 2 : alreadyDone ? 1 : 0);

interface TargetListProps {
  readonly operation: Preview['operation'];
  readonly targets: readonly Target[];
  readonly nameOf: (target: string) => string | undefined;
}

/** Many targets: whether each can be changed, and what it has now. Those of which the same is said are one line, with their names folded below. */
function TargetList({ operation, targets, nameOf }: TargetListProps): ReactNode {
  const said = ({ reason, possible, alreadyDone }: Target) =>
    reason ?? (possible && alreadyDone ? operationWords[operation].done : undefined);
  // Of a target about which nothing is said, there is something to read.
  const groups = Map.groupBy(
    changingFirst(targets),
    target => `${placeOf(target)} ${said(target) ?? `: ${target.target}`}`,
  );
  const isOpen = targets.length <= mostOpenTargets;
  const about = (target: Target) => (
    <>
      <ObjectLink type="Account" id={target.target} name={nameOf(target.target) ?? target.targetName} />
      {target.possible && (
        <details open={isOpen}>
          <summary>What it has now</summary>
          <TargetFacts target={target} />
        </details>
      )}
    </>
  );
  return (
    <ul className={styles.bulkTargets} aria-label="What happens to each account">
      {[...groups].map(([key, [first, ...others]]) => (
        <li key={key}>
          <Possibility target={first!} />{' '}
          {others.length === 0 ? (
            <>
              {about(first!)}
              <Reason>{said(first!)}</Reason>
            </>
          ) : (
            <>
              {formatCount(others.length + 1)} accounts: <Text>{said(first!) ?? ''}</Text>
              <details>
                <summary>Which accounts</summary>
                <ul className={styles.sameTargets}>
                  {[first!, ...others].map(target => (
                    <li key={target.target}>{about(target)}</li>
                  ))}
                </ul>
              </details>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Reason({ children }: { readonly children: string | undefined }): ReactNode {
  if (children === undefined) return null;
  return (
    <small>
      <Text>{children}</Text>
    </small>
  );
}

function Possibility({ target: { possible, alreadyDone } }: { readonly target: Target }): ReactNode {
  if (!possible) return <Tag tone="bad">not possible</Tag>;
  return alreadyDone ? <Tag>nothing to do</Tag> : <Tag tone="good">possible</Tag>;
}

function TargetPreview({ target }: { readonly target: Target }): ReactNode {
  const { targetName, reason, alreadyDone } = target;
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
      <TargetFacts target={target} />
    </div>
  );
}

/** What the source shows of a target, what the change gives and takes, and what the target reaches. */
function TargetFacts({ target }: { readonly target: Target }): ReactNode {
  const { presentState, beforeDisabling } = target;
  return (
    <div className={styles.facts}>
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
    { count: presentReach?.roles, one: 'role' },
    { count: presentReach?.userGroups, one: 'group' },
    { count: presentReach?.assignedApplications, one: 'application' },
    { count: presentReach?.resourceInstances, one: 'resource' },
  ].filter(({ count }) => count !== undefined);
  return (
    <>
      {parts.length > 0 && (
        <p>
          It reaches now, directly or through others:{' '}
          {parts.map(({ count, one }, index) => (
            <span key={one}>
              {index > 0 && ', '}
              <Count>{count}</Count> {count === 1 ? one : `${one}s`}
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
