// Spans of time in rolecall.yaml.
import { z } from 'zod';

/** A number and a unit, as milliseconds. */
export const duration = z
  .string()
  .regex(/^\d+(s|m|h|d)$/, 'must be a number and a unit, for example 30s, 15m, 1h or 7d')
  .transform(text => Number.parseInt(text, 10) * { s: 1, m: 60, h: 3600, d: 86_400 }[text.at(-1) as 's']! * 1000);
