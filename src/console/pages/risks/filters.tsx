import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { sourcesQuery } from '../../objects/sources.ts';
import styles from './risks.module.css';
import { nhiEntries, type RisksSearch, risksSearch, severities, statuses } from './risks-search.ts';

interface FiltersProps {
  readonly search: RisksSearch;
  readonly onChange: (search: RisksSearch) => void;
}

export function Filters({ search, onChange }: FiltersProps): ReactNode {
  const sources = useQuery(sourcesQuery);
  // An empty choice has no right form, so it leaves the address.
  const choose = (name: keyof RisksSearch) => (value: string) => onChange(risksSearch({ ...search, [name]: value }));
  return (
    <div className={styles.filters}>
      <Choice
        label="Severity"
        value={search.severity ?? ''}
        options={[['', 'Every severity'], ...severities.map(severity => [severity, severity] as const)]}
        onChoose={choose('severity')}
      />
      <Choice
        label="State"
        value={search.status ?? 'Open'}
        options={[...Object.entries(statuses), ['all', 'Every state']]}
        onChoose={choose('status')}
      />
      <Choice
        label="OWASP NHI Top 10"
        value={String(search.nhi ?? '')}
        options={[
          ['', 'Every topic'],
          ...nhiEntries.map(([number, title]) => [String(number), `NHI${number} ${title}`] as const),
        ]}
        onChoose={choose('nhi')}
      />
      <Choice
        label="Source"
        value={search.source ?? ''}
        options={[
          ['', 'Every source'],
          ...(sources.data?.rows ?? []).map(
            ({ application_instance_id, source_id }) => [application_instance_id, source_id] as const,
          ),
        ]}
        onChoose={choose('source')}
      />
      {Object.keys(search).length > 0 && (
        <Button look="quiet" onClick={() => onChange({})}>
          Show all open risks
        </Button>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  /** Value and text. */
  readonly options: readonly (readonly [string, string])[];
  readonly onChoose: (value: string) => void;
}

function Choice({ label, value, options, onChoose }: ChoiceProps): ReactNode {
  return (
    <select aria-label={label} value={value} onChange={({ target }) => onChoose(target.value)}>
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}
