// An option of the command line that is a number of things.
import { InvalidArgumentError } from 'commander';

export function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('a whole number is required');
  return Number(text);
}
