// What the check of settings says: problems with their remedies, and the first records of each type.
import type { ReactNode } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { Tag } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { formatCount } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { knownType } from '../../objects/object-types.ts';
import styles from './sources.module.css';

type Result = Schemas['SourceCheckResult'];

export function CheckResult({ result: { problems, previews } }: { readonly result: Result }): ReactNode {
  return (
    <Panel title="What the check says">
      {problems.length === 0 ? (
        <p>
          <Tag tone="good">no problem</Tag> The source answers, and its records can be read.
        </p>
      ) : (
        <ul className={styles.findings} aria-label="Problems">
          {problems.map(({ severity, place, message, fix }) => (
            <li key={`${place} ${message}`}>
              <Tag tone={severity === 'error' ? 'bad' : 'warning'}>{severity}</Tag>
              <span>
                <Text>{`${place}: ${message}`}</Text>
                {fix !== undefined && (
                  <>
                    {' '}
                    <Text>{fix}</Text>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {previews.map(preview => (
        <TypePreview key={`${preview.type} ${preview.from} ${preview.place}`} preview={preview} />
      ))}
    </Panel>
  );
}

function TypePreview({ preview: { type, rows, rejected, gaps } }: { readonly preview: Result['previews'][number] }) {
  return (
    <details>
      <summary>
        {knownType(type)?.one ?? type}: {formatCount(rows.length)} {rows.length === 1 ? 'record' : 'records'} looked at
        {rejected.length > 0 && `, ${formatCount(rejected.length)} rejected`}
      </summary>
      <ul className={styles.findings}>
        {gaps.map(({ subject, message }) => (
          <li key={`${subject} ${message}`}>
            <Tag tone="warning">not seen</Tag>
            <Text>{`${subject}: ${message}`}</Text>
          </li>
        ))}
        {rejected.map(({ place, reasons }) => (
          <li key={`${place} ${reasons.join()}`}>
            <Tag tone="bad">rejected</Tag>
            <Text>{`${place}: ${reasons.join('; ')}`}</Text>
          </li>
        ))}
      </ul>
      {/* The region scrolls, so it has to take the focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what has the focus */}
      <pre className={styles.records} tabIndex={0}>
        <bdi>{JSON.stringify(rows, undefined, 2)}</bdi>
      </pre>
    </details>
  );
}
