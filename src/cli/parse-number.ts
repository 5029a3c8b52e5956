// Options of the command line that are numbers.
import { InvalidArgumentError } from 'commander';

export function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('a whole number is required');
  return Number(text);
}

export function parsePositiveCount(text: string): number {
  const limit = parseCount(text);
  if (limit === 0) throw new InvalidArgumentError('the limit is at least 1');
  return limit;
}

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('a port is a number from 0 to 65535');
  return port;
}
