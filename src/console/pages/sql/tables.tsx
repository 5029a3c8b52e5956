// The tables of the model and their columns, beside the editor. A click writes the name at the cursor.
import { type ReactNode, useState } from 'react';
import { type SchemaTable, short } from './schema.ts';
import styles from './sql.module.css';

interface TablesProps {
  readonly tables: readonly SchemaTable[];
  readonly onInsert: (name: string) => void;
}

export function Tables({ tables, onInsert }: TablesProps): ReactNode {
  const [wanted, setWanted] = useState('');
  const text = wanted.trim().toLowerCase();
  const matches = (name: string) => name.toLowerCase().includes(text);
  // Readers know a column by what other pages call it, which its description says: "Source" finds source_id.
  const fits = (column: SchemaTable['columns'][number]) => matches(column.name) || matches(column.description);
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
                        <code>{column.name}</code> <small title={column.type}>{short(column.type)}</small>
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
