// A record with the place that it was read from.
import type { SourceRecord } from '../../../src/connector/contract.ts';

export interface Placed {
  readonly record: SourceRecord;
  readonly place: string;
}
