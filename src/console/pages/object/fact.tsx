import type { ReactNode } from 'react';
import type { FieldPath } from '../../api/fields.ts';
import { Term } from '../../components/text/term.tsx';
import styles from './object.module.css';

/** A field of an object as a text; undefined when it is absent or empty. */
export const givenText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** One of the facts at the head of a page. */
export function Fact({
  name,
  fields = [],
  isWide = false,
  children,
}: {
  readonly name: string;
  /** The fields of the interface that it shows. */
  readonly fields?: readonly FieldPath[];
  readonly isWide?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={isWide ? styles.wide : undefined}>
      <Term fields={fields}>{name}</Term>
      <dd>{children}</dd>
    </div>
  );
}
