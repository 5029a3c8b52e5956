import { type ComponentProps, type ReactNode, useId } from 'react';
import { Coded } from '../text/coded.tsx';
import styles from './controls.module.css';

interface FieldProps extends ComponentProps<'input'> {
  readonly label: string;
  /** Backticks mark code. */
  readonly hint?: string;
  /** What is wrong with the value, and what would be right. */
  readonly problem?: string | undefined;
}

/** A labelled input. */
export function Field({ label, hint, problem, ...input }: FieldProps): ReactNode {
  const id = useId();
  const notes = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input id={id} aria-invalid={problem !== undefined} {...(notes && { 'aria-describedby': notes })} {...input} />
      {hint && (
        <small id={`${id}-hint`} className={styles.hint}>
          <Coded>{hint}</Coded>
        </small>
      )}
      {problem && (
        <small id={`${id}-problem`} className={styles.problem}>
          {problem}
        </small>
      )}
    </div>
  );
}
