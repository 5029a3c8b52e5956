import type { ReactNode } from 'react';
import { type FieldPath, useFieldAbout } from '../../api/fields.ts';

interface TermProps {
  /** The fields of the interface that the value comes from. */
  readonly fields?: readonly FieldPath[];
  readonly children: ReactNode;
}

/** The name of a value in a `<dl>`. Its tooltip has the names of the interface and what they mean. */
export function Term({ fields = [], children }: TermProps): ReactNode {
  return <dt title={useFieldAbout(fields)}>{children}</dt>;
}
