// Numbers with what they count. Each number leads to the list of what it counts.
import type { ReactNode } from 'react';
import styles from './overview.module.css';

interface CountedLinksProps<Item> {
  readonly items: readonly Item[];
  /** What is counted; identifies the item. */
  readonly keyOf: (item: Item) => string;
  readonly label?: (item: Item) => ReactNode;
  /** A link with the number as its text. */
  readonly link: (item: Item) => ReactNode;
}

export function CountedLinks<Item>({ items, keyOf, label = keyOf, link }: CountedLinksProps<Item>): ReactNode {
  return (
    <dl className={styles.numbers}>
      {items.map(item => (
        <div key={keyOf(item)}>
          <dt>{label(item)}</dt>
          <dd>{link(item)}</dd>
        </div>
      ))}
    </dl>
  );
}
