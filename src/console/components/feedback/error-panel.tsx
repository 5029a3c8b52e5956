import type { ReactNode } from 'react';
import { ApiError, Unreachable } from '../../api/api-error.ts';
import { Button } from '../controls/button.tsx';
import { Text } from '../text/text.tsx';
import styles from './feedback.module.css';

interface ErrorPanelProps {
  readonly error: unknown;
  /** What could not be done: "The accounts could not be read". */
  readonly what?: string;
  readonly onRetry?: () => void;
}

/** What went wrong, with the request id that finds it in the service's log. */
export function ErrorPanel({ error, what = 'This could not be read', onRetry }: ErrorPanelProps): ReactNode {
  return (
    <div role="alert" className={styles.error}>
      <strong>{what}.</strong>
      <p>
        <Text>{reasonOf(error)}</Text>
      </p>
      {error instanceof ApiError && (
        <p className={styles.details}>
          <code>{error.code}</code>
          {error.requestId && (
            <>
              {' · '}request <code>{error.requestId}</code>
            </>
          )}
        </p>
      )}
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof Unreachable) return 'The service does not answer. Its address is the one of this page.';
  if (error instanceof ApiError && error.status === 403) return `You may not do this: ${error.message}`;
  return error instanceof Error ? sentence(error.message) : String(error);
}

/** Begins with a capital letter, unless it begins with the name of a parameter: `filter[0].field: …`. */
const sentence = (text: string): string =>
  /^[\w.[\]]+: /.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
