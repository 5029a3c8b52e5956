// The tables of the model and their columns, beside the editor. A click writes the name at the cursor.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { schemaQuery } from '../../api/fields.ts';
import { useEntryState } from '../../app/entry-state.ts';
import { type SchemaTable, short } from './schema.ts';
import styles from './sql.module.css';

/** `last_activity_date` for `lastActivityDate`. */
const columnOf = (field: string) => field.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();

/** A function that gives what other pages call a column: the labels of the fields that it holds. */
function useColumnLabels(): (column: string) => readonly string[] {
  const { data } = useQuery(schemaQuery);
  const labels = useMemo(() => {
    const found = new Map<string, Set<string>>();
    for (const { name, label } of data?.flatMap(({ fields }) => fields) ?? []) {
      found.set(columnOf(name), (found.get(columnOf(name)) ?? new Set()).add(label));
    }
    return found;
  }, [data]);
  return column => [...(labels.get(column) ?? [])];
}

interface TablesProps {
  readonly tables: readonly SchemaTable[];
  readonly onInsert: (name: string) => void;
}

export function Tables({ tables, onInsert }: TablesProps): ReactNode {
  const [wanted, setWanted] = useEntryState('filter of the tables', '');
  const text = wanted.trim().toLowerCase();
  const labelsOf = useColumnLabels();
  const matches = (name: string) => name.toLowerCase().includes(text);
  // Readers know a column by what other pages call it, its label, and by what its description says: "Source" finds source_id.
  const fits = ({ name, description }: SchemaTable['columns'][number]) =>
    [name, name.replaceAll('_', ' '), description, ...labelsOf(name)].some(matches);
  const shown = tables.filter(({ name, columns }) => matches(name) || columns.some(fits));
  return (
    <section className={styles.library} aria-label="Tables">
      <input
        type="search"
        aria-label="Find a table or column"
        placeholder="Find a table or column"
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      <ul className={styles.tables}>
        {shown.map(({ name, description, columns }) => (
          <li key={name}>
            <details open={text !== '' && !matches(name)}>
              <summary title={description}>{name}</summary>
              <button type="button" onClick={() => onInsert(name)}>
                Write <code>{name}</code>
              </button>
              <ul>
                {columns
                  .filter(column => text === '' || matches(name) || fits(column))
                  .map(column => (
                    <li key={column.name}>
                      <button type="button" title={column.description} onClick={() => onInsert(column.name)}>
                        <code>{column.name}</code>{' '}
                        {text !== '' && !matches(column.name) && <small>{labelsOf(column.name).join(', ')} </small>}
                        <small title={column.type}>{short(column.type)}</small>
                      </button>
                    </li>
                  ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
