import type { Tone } from '../components/feedback/tag.tsx';

/** The colour beside the word. */
export function severityTone(severity: string): Tone {
  if (severity === 'Critical') return 'bad';
  if (severity === 'High') return 'warning';
  return severity === 'Medium' ? 'info' : 'neutral';
}
