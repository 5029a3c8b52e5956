import type { ReactNode } from 'react';
import styles from './text.module.css';

const grouped = new Intl.NumberFormat();

/** A number with its digits grouped. Unknown is shown as a dash, never as zero. */
export function Count({ children }: { readonly children: number | undefined | null }): ReactNode {
  if (children === undefined || children === null) return <Unknown />;
  return grouped.format(children);
}

const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
/** For a chart's axis: 12K, 3.4M. */
export const formatShort = (value: number): string => short.format(value);

export const formatCount = (value: number): string => grouped.format(value);

/** Where there is room for words: that something is not known, and why. */
export function NotKnown({ why = 'the source does not say' }: { readonly why?: string }): ReactNode {
  return <span className={styles.unknown}>not known: {why}</span>;
}

/** Shown instead of a value that is not known. */
export function Unknown(): ReactNode {
  return (
    <span title="not known">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">not known</span>
    </span>
  );
}
