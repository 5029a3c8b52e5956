import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { sqlQuery } from '../../api/sql.ts';
import { objectTypes } from '../../objects/object-types.ts';
import { sourcesQuery } from '../../objects/sources.ts';
import styles from './changes.module.css';
import { type ChangesSearch, kinds } from './search.ts';

interface ChangeFiltersProps {
  readonly search: ChangesSearch;
  readonly onChange: (search: ChangesSearch) => void;
}

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Versions that showed a change, newest first. Versions without one are the same as those before them. */
const versions = sqlQuery<{ readonly version: number; readonly changed_at: string }>(
  `SELECT version, max(changed_at) AS changed_at FROM changes GROUP BY version ORDER BY version DESC LIMIT 200`,
);

export function ChangeFilters({ search, onChange }: ChangeFiltersProps): ReactNode {
  const { data: sources } = useQuery(sourcesQuery);
  const choose = (name: keyof ChangesSearch) => (value: string) => {
    const { [name]: _, ...others } = search;
    onChange(value === '' ? others : { ...others, [name]: value });
  };
  return (
    <div className={styles.filters}>
      <Since search={search} onChoose={choose('since')} />
      <Choice
        label="Kind"
        all="Every kind"
        value={search.kind}
        values={kinds.map(kind => ({ value: kind, text: kind }))}
        onChoose={choose('kind')}
      />
      <Choice
        label="Type"
        all="Every type"
        value={search.type}
        values={objectTypes.filter(({ kind }) => kind !== 'edge').map(({ type, one }) => ({ value: type, text: one }))}
        onChoose={choose('type')}
      />
      <Choice
        label="Source"
        all="Every source"
        value={search.source}
        values={(sources?.rows ?? []).map(source => ({
          value: source.application_instance_id,
          text: source.source_id,
        }))}
        onChoose={choose('source')}
      />
    </div>
  );
}

function Since({
  search: { since },
  onChoose,
}: {
  readonly search: ChangesSearch;
  readonly onChoose: (value: string) => void;
}): ReactNode {
  const { data } = useQuery(versions);
  // The version before one that showed a change is the one to compare with.
  const known = (data?.rows ?? []).map(({ version, changed_at }) => ({
    value: String(version - 1),
    text: `before ${moment.format(new Date(changed_at))} (version ${version})`,
  }));
  const isListed = since === undefined || known.some(({ value }) => value === since);
  return (
    <Choice
      label="Since"
      all="As long as changes are known"
      value={since}
      values={isListed ? known : [{ value: since, text: since.slice(0, 40) }, ...known]}
      onChoose={onChoose}
    />
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly value: string | undefined;
  readonly values: readonly { readonly value: string; readonly text: string }[];
  readonly onChoose: (value: string) => void;
}

function Choice({ label, all, value = '', values, onChoose }: ChoiceProps): ReactNode {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={event => onChoose(event.target.value)}>
        <option value="">{all}</option>
        {values.map(each => (
          <option key={each.value} value={each.value}>
            {each.text}
          </option>
        ))}
      </select>
    </div>
  );
}
