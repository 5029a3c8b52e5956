import type { Tone } from '../components/feedback/tag.tsx';

/** The colour beside the word. */
export function severityTone(severity: string): Tone {
  if (severity === 'Critical') return 'bad';
  if (severity === 'High') return 'warning';
  return severity === 'Medium' ? 'info' : 'neutral';
}

const ranks: readonly unknown[] = ['Low', 'Medium', 'High', 'Critical'];

/** Orders severities, the worst one highest. @returns null for what is not a severity */
export function severityRank(severity: unknown): number | null {
  const rank = ranks.indexOf(severity);
  return rank === -1 ? null : rank;
}
