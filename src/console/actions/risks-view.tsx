// Which violations of risk rules a change would open and close.
import type { ReactNode } from 'react';
import type { Schemas } from '../../../clients/typescript/index.ts';
import { Button } from '../components/controls/button.tsx';
import { Tag } from '../components/feedback/tag.tsx';
import { Text } from '../components/text/text.tsx';
import { ObjectLink } from '../objects/object-link.tsx';
import { severityTone } from '../objects/severity.ts';
import styles from './actions.module.css';

type Risks = NonNullable<Schemas['ChangePreview']['risks']>;
type Violation = Risks['opened'][number];

interface RisksViewProps {
  readonly risks: Risks;
  /** Compute the preview again; undefined while that happens. */
  readonly onAgain: (() => void) | undefined;
}

/** The service says so of all rules at once: nothing is known about any of them. */
const shortage = /needed more (time|memory) than one request/;

export function RisksView({ risks, onAgain }: RisksViewProps): ReactNode {
  const missing = risks.notEvaluated.map(({ reason }) => shortage.exec(reason)?.[1]).find(each => each !== undefined);
  if (missing === undefined) return <KnownRisks risks={risks} />;
  return (
    <section className={styles.target} aria-label="Risks">
      <strong>Risks</strong>
      <p>
        The risks could not be computed in the {missing} of one request. It is not known which violations of risk rules
        the change would open or close.
      </p>
      <div className={styles.buttons}>
        <Button disabled={onAgain === undefined} onClick={onAgain}>
          Try again
        </Button>
      </div>
    </section>
  );
}

function KnownRisks({ risks }: { readonly risks: Risks }): ReactNode {
  const { opened, closed, openedCount, closedCount, notEvaluated } = risks;
  return (
    <section className={styles.target} aria-label="Risks">
      <strong>Risks</strong>
      {notEvaluated.map(({ rules, reason }) => (
        <p key={reason}>
          Not known for <Text>{rules.map(rule => rule.replaceAll('_', ' ')).join(', ')}</Text>, because{' '}
          <Text>{reason}</Text>.
        </p>
      ))}
      {openedCount + closedCount === 0 && <p>{nothingWords(risks)}</p>}
      <Violations title="Opens" violations={opened} count={openedCount} />
      <Violations title="Closes" violations={closed} count={closedCount} />
    </section>
  );
}

/** What is said when no violation is known to be opened or closed. */
function nothingWords({ notEvaluated, evaluatedCount }: Risks): string {
  if (evaluatedCount > 0) {
    const rules = notEvaluated.length > 0 ? 'Of the other rules, no violation' : 'No violation of a risk rule';
    return `${rules} is known to be opened or closed.`;
  }
  return notEvaluated.length > 0
    ? 'It is not known which violations of risk rules the change would open or close.'
    : 'No risk rule is enabled.';
}

interface ViolationsProps {
  readonly title: string;
  readonly violations: readonly Violation[];
  readonly count: number;
}

function Violations({ title, violations, count }: ViolationsProps): ReactNode {
  if (count === 0) return null;
  return (
    <>
      <p>
        {title} {count}:
      </p>
      <ul aria-label={title}>
        {violations.map(({ rule, title: name, severity, objectType, objectId, objectName, description }) => (
          <li key={`${rule} ${objectId} ${description}`}>
            <Tag tone={severityTone(severity)}>{severity}</Tag> <Text>{name}</Text>:{' '}
            <ObjectLink type={objectType} id={objectId} name={objectName} />. <Text>{description}</Text>
          </li>
        ))}
      </ul>
      {count > violations.length && <p>{count - violations.length} more are not shown.</p>}
    </>
  );
}
