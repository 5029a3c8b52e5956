// What the check of settings says: problems with their remedies, and the first records of each type.
import type { ReactNode } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { Tag } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { formatCount } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { FieldText } from '../../objects/field-text.tsx';
import { knownType } from '../../objects/object-types.ts';
import { useFieldWords } from '../../objects/schema.ts';
import styles from './sources.module.css';

type Result = Schemas['SourceCheckResult'];

export function CheckResult({ result: { problems, previews } }: { readonly result: Result }): ReactNode {
  // The application itself is made of no rows.
  const firstOfRows = previews.findIndex(({ type, rows }) => type !== 'IntegratedApplication' && rows.length > 0);
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
      {previews.map((preview, index) => (
        <TypePreview
          key={`${preview.type} ${preview.from} ${preview.place}`}
          preview={preview}
          isOpen={index === firstOfRows}
        />
      ))}
    </Panel>
  );
}

interface TypePreviewProps {
  readonly preview: Result['previews'][number];
  readonly isOpen: boolean;
}

function TypePreview({ preview: { type, rows, rejected, gaps, counts }, isOpen }: TypePreviewProps): ReactNode {
  return (
    <details open={isOpen}>
      <summary>
        {knownType(type)?.one ?? type}: {formatCount(rows.length)} {rows.length === 1 ? 'record' : 'records'} looked at
        {rejected.length > 0 && `, ${formatCount(rejected.length)} rejected`}
        {counts && counts.rejected > 0 && (
          <>
            {', '}
            <Tag tone="warning">
              {formatCount(counts.rejected)} of {formatCount(counts.mapped + counts.rejected)} rows would be left out
            </Tag>
          </>
        )}
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
      {rows.length > 0 && <Records type={type} rows={rows as Readonly<Record<string, unknown>>[]} />}
    </details>
  );
}

/** The records, a row for each, with the fields that some of them has. */
function Records({
  type,
  rows,
}: {
  readonly type: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}): ReactNode {
  const wordsOf = useFieldWords(type);
  const fields = [...new Set(rows.flatMap(row => Object.keys(row)))];
  return (
    // The region scrolls, so it has to take the focus.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what has the focus
    <section className={styles.scrolled} aria-label={`Records of ${knownType(type)?.one ?? type}`} tabIndex={0}>
      <table className={styles.columns}>
        <thead>
          <tr>
            {fields.map(field => (
              <th key={field} scope="col" title={wordsOf(field).about}>
                {wordsOf(field).label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: records that are looked at once, and that may lack an id
            <tr key={index}>
              {fields.map(field => (
                <td key={field}>
                  {row[field] !== undefined && (
                    <FieldText format={wordsOf(field).format} line>
                      {row[field]}
                    </FieldText>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
