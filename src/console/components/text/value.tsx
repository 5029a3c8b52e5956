import type { ReactNode } from 'react';
import { Count, Unknown } from './number.tsx';
import { Text } from './text.tsx';
import { isDate, Time } from './time.tsx';

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

export const isTime = (value: unknown): value is string => typeof value === 'string' && isoTime.test(value);

/** A value for a file: a date without a time as a date, as the table shows it. All others stay as they are. */
export const savedValue = (value: unknown): unknown =>
  isTime(value) && isDate(new Date(value)) ? value.slice(0, 10) : value;

/** A value of a field, in the form that suits it. @param line show one line, for the cell of a table */
export function Value({ children, line = false }: { readonly children: unknown; readonly line?: boolean }): ReactNode {
  if (children === undefined || children === null) return <Unknown />;
  if (typeof children === 'number') return <Count>{children}</Count>;
  if (typeof children === 'boolean') return children ? 'yes' : 'no';
  if (typeof children === 'string') {
    return isTime(children) ? <Time at={children} /> : <Text line={line}>{children}</Text>;
  }
  if (Array.isArray(children) && children.every(item => typeof item === 'string')) {
    return <Text line={line}>{children.join(', ')}</Text>;
  }
  return <Text line={line}>{JSON.stringify(children)}</Text>;
}
