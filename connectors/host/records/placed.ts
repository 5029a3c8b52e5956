// A record with the place from which it was read.
import type { SourceRecord } from '../../../src/connector/contract.ts';

export interface Placed {
  readonly record: SourceRecord;
  readonly place: string;
}
