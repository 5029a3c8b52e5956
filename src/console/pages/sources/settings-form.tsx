import { type ReactNode, useId } from 'react';
import { Field } from '../../components/controls/field.tsx';
import { nameOfField, type SettingField, type Typed } from './settings.ts';
import styles from './sources.module.css';

interface SettingsFormProps {
  readonly fields: readonly SettingField[];
  readonly typed: Typed;
  readonly problems: Readonly<Record<string, string>>;
  readonly onType: (name: string, text: string) => void;
}

/** A field for each setting; those that are required come first. */
export function SettingsForm({ fields, typed, problems, onType }: SettingsFormProps): ReactNode {
  const required = fields.filter(({ isRequired }) => isRequired);
  const others = fields.filter(({ isRequired }) => !isRequired);
  const show = (field: SettingField) => {
    const name = nameOfField(field);
    return (
      <Setting
        key={name}
        field={field}
        text={typed[name] ?? ''}
        problem={problems[name]}
        onType={text => onType(name, text)}
      />
    );
  };
  return (
    <>
      {required.map(show)}
      {required.length > 0 && others.length > 0 ? (
        <details open={others.some(field => problems[nameOfField(field)] !== undefined) || undefined}>
          <summary>More settings</summary>
          {others.map(show)}
        </details>
      ) : (
        others.map(show)
      )}
    </>
  );
}

interface SettingProps {
  readonly field: SettingField;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onType: (text: string) => void;
}

function Setting({ field, text, problem, onType }: SettingProps): ReactNode {
  const { kind, description, otherwise } = field;
  const name = nameOfField(field);
  if (kind === 'choice' || kind === 'yes-no') {
    const values = kind === 'choice' ? field.values : ['true', 'false'];
    return <Choice label={name} hint={description} values={values} otherwise={otherwise} text={text} onType={onType} />;
  }
  if (kind === 'lines' || kind === 'json') {
    const hint = `${description ?? ''} ${kind === 'lines' ? '(one a line)' : '(JSON)'}`;
    return <Lines label={name} hint={hint} text={text} problem={problem} onType={onType} />;
  }
  return (
    <Field
      label={name}
      {...(description !== undefined && { hint: description })}
      problem={problem}
      type={kind === 'secret' ? 'password' : 'text'}
      inputMode={kind === 'number' ? 'numeric' : 'text'}
      autoComplete={kind === 'secret' ? 'new-password' : 'off'}
      spellCheck={false}
      placeholder={otherwise ?? ''}
      value={text}
      onChange={event => onType(event.target.value)}
    />
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly values: readonly string[];
  readonly otherwise: string | undefined;
  readonly text: string;
  readonly onType: (text: string) => void;
}

function Choice({ label, hint, values, otherwise, text, onType }: ChoiceProps): ReactNode {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={text} onChange={event => onType(event.target.value)}>
        <option value="">{otherwise === undefined ? 'not set' : `${otherwise} (default)`}</option>
        {values.map(value => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
      {hint !== undefined && <small className={styles.muted}>{hint}</small>}
    </div>
  );
}

interface LinesProps {
  readonly label: string;
  readonly hint: string;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onType: (text: string) => void;
}

function Lines({ label, hint, text, problem, onType }: LinesProps): ReactNode {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        aria-invalid={problem !== undefined}
        spellCheck={false}
        value={text}
        onChange={event => onType(event.target.value)}
      />
      <small className={styles.muted}>{hint}</small>
      {problem !== undefined && <small className={styles.problem}>{problem}</small>}
    </div>
  );
}
