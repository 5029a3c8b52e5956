// A form for the placeholders of the query in the editor.
import type { ReactNode } from 'react';
import { Field } from '../../components/controls/field.tsx';
import type { Placeholder } from './query-text.ts';
import styles from './sql.module.css';

interface ParameterFormProps {
  readonly placeholders: readonly Placeholder[];
  /** Name in lowercase → what is typed. */
  readonly values: ReadonlyMap<string, string>;
  readonly onChange: (name: string, value: string) => void;
  readonly onRun: () => void;
}

export function ParameterForm({ placeholders, values, onChange, onRun }: ParameterFormProps): ReactNode {
  if (placeholders.length === 0) return undefined;
  return (
    <fieldset className={styles.parameters}>
      <legend>Parameters</legend>
      {placeholders.map(({ name, example, description }) => (
        <Field
          key={name.toLowerCase()}
          label={name}
          hint={description}
          placeholder={example ?? 'a number or a text'}
          value={values.get(name.toLowerCase()) ?? ''}
          onChange={event => onChange(name.toLowerCase(), event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onRun();
          }}
        />
      ))}
    </fieldset>
  );
}
