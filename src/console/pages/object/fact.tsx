import type { ReactNode } from 'react';
import styles from './object.module.css';

/** A field of an object as a text; undefined when it is absent or empty. */
export const givenText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** One of the facts at the head of a page. */
export function Fact({
  name,
  isWide = false,
  children,
}: {
  readonly name: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={isWide ? styles.wide : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
