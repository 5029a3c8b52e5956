import { type ReactNode, useEffect } from 'react';
import styles from './layout.module.css';

interface PageProps {
  readonly title: string;
  /** What the page is for, in one sentence. */
  readonly about?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  /** `whole`: the content has the height of the window and scrolls by itself, like a table or a graph. */
  readonly height?: 'content' | 'whole';
  readonly children: ReactNode;
}

/** The frame of every page: one heading, which is also the title of the window. */
export function Page({ title, about, actions, height = 'content', children }: PageProps): ReactNode {
  useEffect(() => {
    document.title = `${title.length > 80 ? `${title.slice(0, 80)}…` : title} · Rolecall`;
  }, [title]);
  return (
    <div className={`${styles.page} ${styles[height]}`} data-in-order>
      <header className={styles.pageHeader} data-in-order>
        <div>
          <h1>
            <bdi>{title}</bdi>
          </h1>
          {about && <p className={styles.about}>{about}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page. */
export function Panel({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className={styles.panel} aria-label={title} data-in-order>
      <header className={styles.panelHeader}>
        <h2>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}

/** Panels side by side where there is room. */
export function Columns({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className={styles.columns} data-in-order-below>
      {children}
    </div>
  );
}
