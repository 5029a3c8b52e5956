import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useApi } from '../../api/api.ts';
import { sqlQuery } from '../../api/sql.ts';
import { formatMoment } from '../../components/text/time.tsx';
import { objectTypes } from '../../objects/object-types.ts';
import { sourcesQuery } from '../../objects/sources.ts';
import styles from './changes.module.css';
import { type ChangesSearch, kinds } from './search.ts';

interface ChangeFiltersProps {
  readonly search: ChangesSearch;
  readonly onChange: (search: ChangesSearch) => void;
}

interface ChangedVersion {
  readonly version: number;
  readonly changed_at: string;
}

/** Versions that showed a change, newest first. Versions without one are the same as those before them. */
const versions = sqlQuery<ChangedVersion>(
  `SELECT version, max(changed_at) AS changed_at FROM changes GROUP BY version ORDER BY version DESC LIMIT 200`,
);

export function ChangeFilters({ search, onChange }: ChangeFiltersProps): ReactNode {
  const { data: sources } = useQuery(sourcesQuery);
  // The list from the oldest known version on says when that was made.
  const { data: all } = useApi('get', '/v1/changes', { params: { query: { pageSize: 1 } } });
  const oldest = all && new Date(all.since.generatedAt);
  const nameId = useId();
  const choose = (name: keyof ChangesSearch) => (value: string) => {
    const { [name]: _, ...others } = search;
    onChange(value === '' ? others : { ...others, [name]: value });
  };
  return (
    <div className={styles.filters}>
      <Point
        label="Since"
        all="Oldest known version"
        value={search.since}
        days={recentDays}
        oldest={oldest}
        // The version before one that showed a change is the one to compare with.
        offered={({ version, changed_at }, place) => ({
          value: String(version - 1),
          text: `${place === 0 ? 'last version, ' : ''}before ${formatMoment(new Date(changed_at))} (version ${version})`,
        })}
        onChoose={choose('since')}
      />
      <Point
        label="Until"
        all="Now"
        value={search.until}
        offered={({ version, changed_at }) => ({
          value: String(version),
          text: `${formatMoment(new Date(changed_at))} (version ${version})`,
        })}
        onChoose={choose('until')}
      />
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
      <div>
        <label htmlFor={nameId}>Name</label>
        <input
          id={nameId}
          type="search"
          value={search.name ?? ''}
          onChange={({ target }) => choose('name')(target.value)}
        />
      </div>
    </div>
  );
}

/** Days ago → what the choice is called. */
const recentDays = { 0: 'today', 1: 'yesterday', 7: '7 days ago', 30: '30 days ago' };

/** When a day began, in the reader's zone. */
function beginningOfDay(daysAgo: number): Date {
  const today = new Date();
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysAgo);
}

interface PointProps extends Omit<ChoiceProps, 'values'> {
  /** Days that are offered beside the versions, as far as their changes are known. */
  readonly days?: Readonly<Record<number, string>>;
  /** When the oldest known version was made; undefined while that is not known. */
  readonly oldest?: Date | undefined;
  readonly offered: (version: ChangedVersion, place: number) => { readonly value: string; readonly text: string };
}

/** One of the two versions that are compared. */
function Point({ days = {}, oldest, offered, value, ...choice }: PointProps): ReactNode {
  const { data } = useQuery(versions);
  const found = data?.rows ?? [];
  const begun = Object.entries(days)
    .map(([daysAgo, text]) => ({ begin: beginningOfDay(Number(daysAgo)), text }))
    .filter(({ begin }) => oldest && begin >= oldest)
    .map(({ begin, text }) => ({ value: begin.toISOString(), text }));
  const known = [...begun, ...found.map(offered)];
  const isListed = value === undefined || known.some(each => each.value === value);
  const values = isListed ? known : [{ value, text: value.slice(0, 40) }, ...known];
  return <Choice {...choice} value={value} values={values} />;
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
