// The first step: accounts by a rule, a condition and a source, and the list of them, in which the reader takes the tick from those to leave as they are.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { sqlQuery } from '../../api/sql.ts';
import { Button } from '../../components/controls/button.tsx';
import { Field } from '../../components/controls/field.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { formatCount } from '../../components/text/number.tsx';
import { ObjectPicker } from '../../objects/object-picker.tsx';
import type { Selection } from '../../objects/selection/selection.ts';
import { sourcesQuery } from '../../objects/sources.ts';
import { SqlList } from '../../objects/sql-list.tsx';
import { inTermsOfCondition } from './condition-problem.ts';
import styles from './fix.module.css';
import { type FixSearch, fixSearch, saysWhich } from './fix-search.ts';
import {
  accountCount,
  accountsFields,
  accountsParameters,
  accountsSql,
  type FoundRule,
  mostAccounts,
  rulesSql,
} from './selected-accounts.ts';

interface WhichAccountsProps {
  readonly search: FixSearch;
  readonly selection: Selection;
  readonly found: number | undefined;
  /** Ticks all of them again. */
  readonly onAll: () => void;
  readonly onChange: (search: FixSearch) => void;
}

export function WhichAccounts({ search, selection, found, onAll, onChange }: WhichAccountsProps): ReactNode {
  const rules = useQuery(sqlQuery<FoundRule>(rulesSql));
  const sources = useQuery(sourcesQuery);
  const choose = (name: keyof FixSearch) => (value: string) => {
    const { accounts: _picked, ...others } = search;
    onChange(fixSearch({ ...others, [name]: value }));
  };
  const picked = search.accounts?.split(' ') ?? [];
  const pick = (ids: readonly string[]) =>
    onChange(fixSearch({ ask: search.ask, accounts: [...new Set(ids)].join(' ') }));
  return (
    <>
      <div className={styles.filters}>
        <Choice label="Rule" value={search.rule ?? ''} onChoose={choose('rule')}>
          <option value="">No rule</option>
          {rules.data?.rows.map(({ rule, name, violations }) => (
            <option key={rule} value={rule}>
              {name} ({formatCount(violations)})
            </option>
          ))}
          {search.rule !== undefined && rules.data?.rows.every(({ rule }) => rule !== search.rule) && (
            <option value={search.rule}>{search.rule} (0)</option>
          )}
        </Choice>
        <Choice label="Source" value={search.source ?? ''} onChoose={choose('source')}>
          <option value="">Every source</option>
          {sources.data?.rows.map(({ application_instance_id: id, source_id: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
        <Condition key={search.where ?? ''} where={search.where} onChoose={choose('where')} />
        <div className={styles.byName}>
          <ObjectPicker
            // After each account, the next one can be typed.
            key={picked.length}
            label="By name"
            placeholder="An account"
            types={['Account']}
            chosen={undefined}
            onChoose={end => end && pick([...picked, end.id])}
          />
          {picked.length > 0 && (
            <Button look="quiet" onClick={() => pick([])}>
              Forget the {formatCount(picked.length)} picked by name
            </Button>
          )}
        </div>
      </div>
      {saysWhich(search) ? (
        <>
          {found !== undefined && found > 0 && <Chosen found={found} selection={selection} onAll={onAll} />}
          <SqlList
            label="Accounts"
            sql={accountsSql(search)}
            parameters={accountsParameters(search)}
            fields={accountsFields}
            empty="No account fits"
            selection={selection}
            inTermsOfPage={error => inTermsOfCondition(error, accountsSql(search), search.where)}
          />
        </>
      ) : (
        <EmptyState title="Choose a rule, pick accounts by name, or write a condition">
          The accounts that it finds are listed here. Nothing is changed before you have seen what would happen.
        </EmptyState>
      )}
    </>
  );
}

interface ChosenProps {
  readonly found: number;
  readonly selection: Selection;
  readonly onAll: () => void;
}

/** Which of the accounts that were found the page is about: those that are ticked, at first all. */
function Chosen({ found, selection, onAll }: ChosenProps): ReactNode {
  const ticked = selection.accounts.length;
  const isFull = found === mostAccounts;
  const whole = `${isFull ? 'the first' : 'all'} ${accountCount(found)}`;
  return (
    <div className={styles.chosen}>
      <p role="status">
        {ticked < found ? (
          <>
            <strong>
              {formatCount(ticked)} of {accountCount(found)}
            </strong>
            ; the others are left as they are.
          </>
        ) : (
          <strong>{found === 1 ? accountCount(found) : `${whole.charAt(0).toUpperCase()}${whole.slice(1)}`}</strong>
        )}
        {isFull && ` One job has ${formatCount(mostAccounts)} at most.`}
      </p>
      {ticked < found && (
        <Button look="quiet" onClick={onAll}>
          Choose {whole}
        </Button>
      )}
      {ticked > 0 && found > 1 && (
        <Button look="quiet" onClick={selection.clear}>
          Choose none
        </Button>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly children: ReactNode;
}

function Choice({ label, value, onChoose, children }: ChoiceProps): ReactNode {
  return (
    <label className={styles.choice}>
      {label}
      <select value={value} onChange={({ target }) => onChoose(target.value)}>
        {children}
      </select>
    </label>
  );
}

function Condition({
  where = '',
  onChoose,
}: {
  readonly where: string | undefined;
  readonly onChoose: (where: string) => void;
}): ReactNode {
  const [text, setText] = useState(where);
  return (
    <form
      className={styles.condition}
      onSubmit={event => {
        event.preventDefault();
        onChoose(text.trim());
      }}
    >
      <Field
        label="Condition"
        hint="SQL over the table `accounts`, such as `enabled AND analytics_is_dormant`"
        value={text}
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit">Find</Button>
    </form>
  );
}
