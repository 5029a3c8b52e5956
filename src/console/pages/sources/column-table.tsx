// The columns of an uploaded file: a row for each, with the field that it fills, which can be changed, and its first values.
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { type DescribedField, schemaQuery } from '../../api/fields.ts';
import { Button } from '../../components/controls/button.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Text } from '../../components/text/text.tsx';
import { knownType } from '../../objects/object-types.ts';
import { type ColumnUses, withConfirmed, withField } from './description-edit.ts';
import styles from './sources.module.css';

type FileColumn = NonNullable<Schemas['SourceUploadPreview']['columns']>[number];
type FieldByValues = Schemas['SourceUploadPreview']['chosenByValues'][number];

const kindWords = {
  address: 'looks like e-mail addresses',
  date: 'looks like dates',
  flag: 'says yes or no',
  id: 'differs in every row',
  name: 'looks like names of people',
  state: 'looks like states of accounts',
};

interface ColumnTableProps {
  readonly columns: readonly FileColumn[];
  readonly uses: ColumnUses;
  /** The description in YAML. */
  readonly description: string;
  /** Fields that were chosen by the values of their columns, and that nobody has confirmed. */
  readonly guesses: readonly FieldByValues[];
  readonly onChange: (description: string) => void;
  readonly onConfirm: (field: string) => void;
}

/** A cell holds a text; fields with members are described in YAML. */
const canBeChosen = ({ filledBy, format, type }: DescribedField) =>
  filledBy === 'connector' && format !== 'structure' && !/^[A-Z]\w*\[\]$/.test(type);

export function ColumnTable({ columns, uses, description, guesses, onChange, onConfirm }: ColumnTableProps): ReactNode {
  const { data } = useQuery(schemaQuery);
  const fields = data?.find(({ type }) => type === uses.type)?.fields.filter(canBeChosen) ?? [];
  const formOf = (name: string | undefined) => fields.find(field => field.name === name)?.type;
  const rows = Math.max(0, ...columns.map(({ values }) => values.length));
  const isGuess = (column: string, field: string) =>
    guesses.some(guess => guess.column === column && guess.field === field);
  const choose = (column: string, from: string | undefined, to: string | undefined) => {
    const text = from !== undefined && isGuess(column, from) ? withConfirmed(description, [from]) : description;
    onChange(withField(text, { column, from, to, isOfOneKind: formOf(from) === formOf(to) }));
  };
  return (
    // The region scrolls, so it has to take the focus.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what has the focus
    <section className={styles.scrolled} aria-label="Columns of the file" tabIndex={0}>
      <table className={styles.columns}>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Field of the {(knownType(uses.type)?.one ?? uses.type).toLowerCase()}</th>
            {Array.from({ length: rows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name
              <th key={row} scope="col">
                Row {row + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, values, looksLike }) => (
            <tr key={name}>
              <th scope="row">
                <Text>{name}</Text>
              </th>
              <td>
                <Choices
                  column={name}
                  looksLike={looksLike}
                  uses={uses}
                  fields={fields}
                  isGuess={field => isGuess(name, field)}
                  onChoose={(from, to) => choose(name, from, to)}
                  onConfirm={onConfirm}
                />
              </td>
              {Array.from({ length: rows }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name
                <td key={row}>
                  <Text line>{values[row] ?? ''}</Text>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ChoicesProps {
  readonly column: string;
  readonly looksLike: FileColumn['looksLike'];
  readonly uses: ColumnUses;
  readonly fields: readonly DescribedField[];
  readonly isGuess: (field: string) => boolean;
  readonly onChoose: (from: string | undefined, to: string | undefined) => void;
  readonly onConfirm: (field: string) => void;
}

/** A choice for each field that the column fills, or one that says that it fills none. */
function Choices(props: ChoicesProps): ReactNode {
  const { column, looksLike, uses, fields, isGuess, onChoose, onConfirm } = props;
  const filled = uses.fields.get(column) ?? [];
  const isUsedElsewhere = uses.others.has(column);
  return (
    <div className={styles.fieldChoices}>
      {(filled.length === 0 ? [undefined] : filled).map(field => (
        <Fragment key={field ?? ''}>
          <select
            aria-label={`Field for ${column}`}
            value={field ?? ''}
            onChange={({ target }) => onChoose(field, target.value || undefined)}
          >
            <option value="">No field</option>
            {field !== undefined && !fields.some(({ name }) => name === field) && (
              <option value={field}>{field}</option>
            )}
            {fields
              .toSorted((left, right) => left.label.localeCompare(right.label))
              .map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
          </select>
          {field !== undefined && isGuess(field) && (
            <span className={styles.guess}>
              <Tag tone="warning">from its values</Tag>
              <Button aria-label={`Confirm ${column}`} onClick={() => onConfirm(field)}>
                Confirm
              </Button>
            </span>
          )}
        </Fragment>
      ))}
      {filled.length === 0 && !isUsedElsewhere && (
        <span className={styles.guess}>
          <Tag tone="warning">not used</Tag>
          {looksLike && <small className={styles.muted}>{kindWords[looksLike]}</small>}
        </span>
      )}
      {isUsedElsewhere && <small className={styles.muted}>also used for roles, groups or conditions</small>}
    </div>
  );
}
