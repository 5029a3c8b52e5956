// A line of a list on this page: choosing it asks another question about access.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './access.module.css';
import type { AccessSearch } from './access-search.ts';

interface ChoiceProps {
  readonly search: AccessSearch;
  readonly name: ReactNode;
  readonly tags?: ReactNode;
  /** What is known about it, in small letters. */
  readonly detail?: ReactNode;
}

export function Choice({ search, name, tags, detail }: ChoiceProps): ReactNode {
  return (
    <li>
      <Link to="/access" search={search} className={styles.line}>
        <span className={styles.lineName}>{name}</span>
        {tags && <span>{tags}</span>}
        {detail && <small>{detail}</small>}
      </Link>
    </li>
  );
}
