import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Field } from '../../components/controls/field.tsx';
import styles from './administration.module.css';
import { type AuditSearch, auditSearch } from './audit-search.ts';
import { knownActs } from './audit-words.ts';

interface AuditFiltersProps {
  readonly search: AuditSearch;
  /** Ids and names of clients. */
  readonly principals: readonly (readonly [id: string, name: string])[];
  readonly onChange: (search: AuditSearch) => void;
}

export function AuditFilters({ search, principals, onChange }: AuditFiltersProps): ReactNode {
  const [typed, setTyped] = useState(search);
  const choice = (name: 'principal' | 'action') => ({
    value: typed[name] ?? '',
    onChoose: (value: string) => setTyped({ ...typed, [name]: value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(auditSearch({ ...typed }));
  };
  const field = (name: keyof AuditSearch, label: string, type: 'date' | 'text') => (
    <Field
      label={label}
      type={type}
      value={typed[name] ?? ''}
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value.trim() })}
    />
  );
  return (
    <form className={styles.filters} onSubmit={submit}>
      {field('since', 'From', 'date')}
      {field('until', 'To', 'date')}
      <AuditChoice label="Who" all="Everybody" values={[...principals, operator]} {...choice('principal')} />
      <AuditChoice label="Action" all="Every action" values={knownActs} {...choice('action')} />
      <Button type="submit">Filter</Button>
      {Object.keys(search).length > 0 && (
        <Button look="quiet" onClick={() => onChange({})}>
          Everything
        </Button>
      )}
    </form>
  );
}

/** Who acts by the command line. */
const operator = ['operator', 'the command line'] as const;

interface AuditChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly values: readonly (readonly [value: string, text: string])[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

/** A value that is not offered, for example from an address, stays chosen. */
function AuditChoice({ label, all, values, value, onChoose }: AuditChoiceProps): ReactNode {
  const id = useId();
  const isOffered = value === '' || values.some(([offered]) => offered === value);
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{all}</option>
        {(isOffered ? values : [[value, value.slice(0, 60)] as const, ...values]).map(([offered, text]) => (
          <option key={offered} value={offered}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
