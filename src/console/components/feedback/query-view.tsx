import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isMissing } from '../../api/api-error.ts';
import { ErrorPanel } from './error-panel.tsx';
import { Loading } from './loading.tsx';

interface QueryViewProps<Data> {
  readonly query: UseQueryResult<Data, unknown>;
  /** What is awaited: "the accounts". */
  readonly awaited: string;
  /** Shown where nothing is at the address; default: the error of the service. */
  readonly missing?: ReactNode;
  /** The error in the terms of the page; default: in those of the service. */
  readonly inTermsOfPage?: ((error: unknown) => unknown) | undefined;
  readonly children: (data: Data) => ReactNode;
}

/** A read in each of its states: awaited, failed, there. Data that are there stay visible when reading them again fails. */
export function QueryView<Data>({ query, awaited, missing, inTermsOfPage, children }: QueryViewProps<Data>): ReactNode {
  const { data, error, refetch } = query;
  if (missing !== undefined && isMissing(error)) return missing;
  const failure = error ? (
    <ErrorPanel
      error={inTermsOfPage?.(error) ?? error}
      what={`${awaited.charAt(0).toUpperCase()}${awaited.slice(1)} could not be read`}
      onRetry={() => void refetch()}
    />
  ) : undefined;
  if (data === undefined) return failure ?? <Loading>{awaited}</Loading>;
  return (
    <>
      {children(data)}
      {/* Below, so that what is there does not move. */}
      {failure}
    </>
  );
}
