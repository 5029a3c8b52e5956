import type { ReactNode } from 'react';
import { Tag } from '../../components/feedback/tag.tsx';
import type { ServedObject } from '../../objects/served-object.ts';

/** Whether an account is dormant, and for how long. Rules about unused accounts have thresholds of their own, so the word alone would mislead. */
export function DormantTag({ account }: { readonly account: ServedObject }): ReactNode {
  if (account['analyticsIsDormant'] !== true) return null;
  const days = account['analyticsDaysSinceLastActivity'];
  const atLeast = account['analyticsDormantDaysIsLowerBound'] === true ? 'at least ' : '';
  return (
    <Tag tone="info">{typeof days === 'number' ? `dormant: ${atLeast}${days.toLocaleString()} days` : 'dormant'}</Tag>
  );
}
