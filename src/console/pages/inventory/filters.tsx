// The filters of the list: those that are set, and a form for another one.

import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type DescribedField, fieldAbout } from '../../api/fields.ts';
import { Button } from '../../components/controls/button.tsx';
import { Value } from '../../components/text/value.tsx';
import { choiceWords } from '../../objects/field-text.tsx';
import type { ListFilter, ListSearch } from '../../objects/list-filter.ts';
import { sourcesQuery } from '../../objects/sources.ts';
import type { Collection } from './collection.ts';
import styles from './inventory.module.css';

interface FiltersProps {
  readonly collection: Collection;
  readonly search: ListSearch;
  readonly onChange: (search: ListSearch) => void;
}

const operators: Readonly<Record<string, string>> = {
  eq: 'is',
  ne: 'is not',
  in: 'is one of',
  notIn: 'is none of',
  contains: 'contains',
  notContains: 'does not contain',
  matches: 'matches (RE2)',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  between: 'is between',
  last: 'is in the last',
  isNull: 'is not known',
  isNotNull: 'is known',
};

export function Filters({ collection, search, onChange }: FiltersProps): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const sources = useQuery(sourcesQuery);
  const filters = search.filter ?? [];
  const setFilters = (next: readonly ListFilter[]) => onChange(withFilters(search, next));
  const { source, ...everySource } = search;
  const fieldOf = (field: string) => collection.fields.find(({ name }) => name === field);
  const labelOf = (field: string) => fieldOf(field)?.label ?? field;
  return (
    <div className={styles.filters}>
      <select
        aria-label="Source"
        value={source ?? ''}
        onChange={({ target: { value } }) => onChange(value === '' ? everySource : { ...everySource, source: value })}
      >
        <option value="">Every source</option>
        {sources.data?.rows.map(({ application_instance_id, source_id }) => (
          <option key={application_instance_id} value={application_instance_id}>
            {source_id}
          </option>
        ))}
      </select>
      <ul className={styles.chips}>
        {filters.map((filter, index) => (
          <li key={JSON.stringify(filter)} className={styles.chip}>
            <span>
              <span title={filter.field}>{labelOf(filter.field)}</span>{' '}
              {operators[filter.filterType] ?? filter.filterType}{' '}
              <Value line>
                {(filter.values ?? [])
                  .map(value => valueWords(fieldOf(filter.field), value))
                  .join(filter.filterType === 'between' ? ' and ' : ', ')}
              </Value>
            </span>
            <button
              type="button"
              aria-label={`Remove the filter ${labelOf(filter.field)}`}
              onClick={() => setFilters(filters.toSpliced(index, 1))}
            >
              <X size={13} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {isAdding ? (
        <FilterForm
          fields={collection.fields}
          onAdd={filter => {
            setAdding(false);
            setFilters([...filters, filter]);
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <Button look="quiet" onClick={() => setAdding(true)}>
          <Plus size={14} aria-hidden="true" />
          Filter
        </Button>
      )}
    </div>
  );
}

export function withFilters(search: ListSearch, filter: readonly ListFilter[]): ListSearch {
  const { filter: _former, ...others } = search;
  return filter.length === 0 ? others : { ...others, filter };
}

interface FilterFormProps {
  readonly fields: readonly DescribedField[];
  readonly onAdd: (filter: ListFilter) => void;
  readonly onCancel: () => void;
}

function FilterForm({ fields: unsorted, onAdd, onCancel }: FilterFormProps): ReactNode {
  const fields = unsorted.toSorted((one, other) => one.label.localeCompare(other.label));
  const [name, setName] = useState(unsorted[0]?.name ?? '');
  const field = fields.find(each => each.name === name) ?? fields[0];
  const [operator, setOperator] = useState('');
  const [text, setText] = useState('');
  if (!field) return null;
  const possible: readonly string[] = field.filterTypes;
  const chosen = possible.includes(operator) ? operator : possible[0]!;
  const takesValue = chosen !== 'isNull' && chosen !== 'isNotNull';
  const choices = chosen === 'eq' || chosen === 'ne' ? choicesOf(field) : [];
  const value = choices.length > 0 && !choices.includes(text) ? choices[0]! : text;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAdd({ field: field.name, filterType: chosen, ...(takesValue && { values: valuesOf(value, field, chosen) }) });
  };
  return (
    <form className={styles.filterForm} onSubmit={submit}>
      <select
        aria-label="Field"
        title={fieldAbout(field)}
        value={field.name}
        onChange={event => setName(event.target.value)}
      >
        {fields.map(each => (
          <option key={each.name} value={each.name}>
            {each.label}
          </option>
        ))}
      </select>
      <select aria-label="Operator" value={chosen} onChange={event => setOperator(event.target.value)}>
        {possible.map(each => (
          <option key={each} value={each}>
            {operators[each] ?? each}
          </option>
        ))}
      </select>
      {takesValue && choices.length > 0 && (
        <select aria-label="Value" value={value} onChange={event => setText(event.target.value)}>
          {choices.map(each => (
            <option key={each} value={each}>
              {valueWords(field, each)}
            </option>
          ))}
        </select>
      )}
      {takesValue && choices.length === 0 && (
        <input
          aria-label="Value"
          required
          list="filter-values"
          value={text}
          placeholder={placeholders[chosen] ?? examples[field.dataType]}
          onChange={event => setText(event.target.value)}
        />
      )}
      <datalist id="filter-values">
        {field.values?.map(each => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <Button type="submit" look="primary">
        Add
      </Button>
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}

/** The values that a field can have, as the service takes them; none for a field of free values. */
function choicesOf({ dataType, values }: DescribedField): readonly string[] {
  return dataType === 'boolean' ? ['true', 'false'] : (values ?? []);
}

/** A value of a filter as the list shows it. */
function valueWords(field: DescribedField | undefined, value: string | number | boolean): string {
  if (field?.dataType === 'boolean') return String(value) === 'true' ? 'yes' : 'no';
  return field?.format === 'choice' ? choiceWords(String(value)) : String(value);
}

const placeholders: Readonly<Record<string, string>> = {
  between: 'from, to',
  in: 'one, another',
  notIn: 'one, another',
  last: '7d',
  matches: '(?i)^svc-',
};

const examples: Readonly<Record<string, string>> = { timestamp: '2026-01-31', number: '10' };

/** Several values are separated by commas. */
function valuesOf(text: string, { dataType }: DescribedField, operator: string): (string | number | boolean)[] {
  const parts = ['in', 'notIn', 'between'].includes(operator) ? text.split(',') : [text];
  return parts.map(part => {
    const value = part.trim();
    if (dataType === 'boolean') return value === 'true';
    // Text that is no number is sent unchanged, and the service says what it expects.
    return dataType === 'number' && value !== '' && !Number.isNaN(Number(value)) ? Number(value) : value;
  });
}
