// Which of the chosen accounts their sources refuse to change, before the preview says it of each.
import type { ReactNode } from 'react';
import { type Refusal, RefusalReasons } from '../../actions/refusals.tsx';
import { formatCount } from '../../components/text/number.tsx';
import styles from './fix.module.css';
import { accountCount } from './selected-accounts.ts';

interface CannotBeChangedProps {
  /** One for each account that the change is about, absent for those that can be changed. */
  readonly refusals: readonly (Refusal | undefined)[];
  /** Whether managers and owners decide first. */
  readonly isAsked: boolean;
}

export function CannotBeChanged({ refusals, isAsked }: CannotBeChangedProps): ReactNode {
  const refused = refusals.filter(Boolean).length;
  if (refused === 0) return null;
  const count =
    refused === refusals.length ? accountCount(refused) : `${formatCount(refused)} of ${accountCount(refusals.length)}`;
  return (
    <p className={styles.note} role="note">
      This cannot be done to {count} from here. <RefusalReasons refusals={refusals} />{' '}
      {isAsked
        ? 'What is decided about them has to be done in the source itself.'
        : 'Change them in the source itself, or ask managers and owners first.'}
    </p>
  );
}
