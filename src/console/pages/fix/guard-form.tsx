// The third step: how the job goes about the accounts, so that a mistake is seen after a few of them.
import type { ReactNode } from 'react';
import type { ChangeGuard } from '../../actions/operations.ts';
import { Field } from '../../components/controls/field.tsx';
import styles from './fix.module.css';

/** What is typed. Empty: not said. */
export interface GuardTexts {
  readonly first: string;
  readonly stopAt: string;
  readonly perHour: string;
  readonly notBefore: string;
  readonly notAfter: string;
  readonly purpose: string;
}

export const usualGuard: GuardTexts = {
  ...{ first: '3', stopAt: '20', perHour: '', notBefore: '', notAfter: '', purpose: '' },
};

const whole = (text: string, least: number, most: number) => {
  const number = Number(text);
  return /^\d+$/.test(text) && number >= least && number <= most ? number : undefined;
};

/** A time of an input without a zone is one of the reader's zone. */
const timeOf = (text: string) => {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
};

/** Field → what would be right; empty when all of it can be used. */
export function guardProblems(texts: GuardTexts): Partial<Record<keyof GuardTexts, string>> {
  const number = (name: 'first' | 'stopAt' | 'perHour', least: number, most: number) =>
    texts[name] !== '' && whole(texts[name], least, most) === undefined
      ? { [name]: `must be a whole number from ${least} to ${most.toLocaleString()}` }
      : {};
  const [begin, end] = [timeOf(texts.notBefore), timeOf(texts.notAfter)];
  return {
    ...number('first', 1, 1000),
    ...number('stopAt', 0, 100),
    ...number('perHour', 1, 100_000),
    ...(begin !== undefined && end !== undefined && end <= begin && { notAfter: 'must be later than the begin' }),
  };
}

/** @param reason purpose where none is typed */
export function guardOf(texts: GuardTexts, reason: string | undefined): ChangeGuard {
  const [first, stopAtFailedPercent, perHour] = [
    ...[whole(texts.first, 1, 1000), whole(texts.stopAt, 0, 100), whole(texts.perHour, 1, 100_000)],
  ];
  const [notBefore, notAfter] = [timeOf(texts.notBefore), timeOf(texts.notAfter)];
  const purpose = texts.purpose.trim() || reason;
  return {
    ...(purpose !== undefined && { purpose }),
    rollout: {
      ...(first !== undefined && { first }),
      ...(stopAtFailedPercent !== undefined && { stopAtFailedPercent }),
      ...(perHour !== undefined && { perHour }),
      ...(notBefore !== undefined && { notBefore }),
      ...(notAfter !== undefined && { notAfter }),
    },
  };
}

interface GuardFormProps {
  readonly texts: GuardTexts;
  readonly onChange: (texts: GuardTexts) => void;
}

export function GuardForm({ texts, onChange }: GuardFormProps): ReactNode {
  const problems = guardProblems(texts);
  const field = (name: keyof GuardTexts, label: string, hint: string, type = 'text') => (
    <Field
      label={label}
      hint={hint}
      type={type}
      {...(type === 'text' && name !== 'purpose' && { inputMode: 'numeric' as const })}
      maxLength={1000}
      autoComplete="off"
      value={texts[name]}
      problem={problems[name]}
      onChange={({ target }) => onChange({ ...texts, [name]: target.value })}
    />
  );
  return (
    <div className={styles.guard}>
      {field('first', 'First', 'How many accounts are changed before all others')}
      {field('stopAt', 'Stop at failures of', 'Percent; 0 stops at the first one')}
      {field('perHour', 'In an hour', 'The most accounts in an hour; empty: no limit')}
      {field('notBefore', 'Not before', 'Your time; empty: now', 'datetime-local')}
      {field('notAfter', 'Not after', 'No account is begun later', 'datetime-local')}
      {field('purpose', 'Purpose', 'Why, for the record; empty: the rule')}
    </div>
  );
}
