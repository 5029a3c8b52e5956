import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Field } from '../../components/controls/field.tsx';
import styles from './administration.module.css';
import { type AuditSearch, auditSearch } from './audit-search.ts';

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly onChange: (search: AuditSearch) => void;
}

export function AuditFilters({ search, onChange }: AuditFiltersProps): ReactNode {
  const [typed, setTyped] = useState(search);
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
      {field('principal', 'Who (id)', 'text')}
      {field('action', 'Action', 'text')}
      <Button type="submit">Filter</Button>
      {Object.keys(search).length > 0 && (
        <Button look="quiet" onClick={() => onChange({})}>
          Everything
        </Button>
      )}
    </form>
  );
}
