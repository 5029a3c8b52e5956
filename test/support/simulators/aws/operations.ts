// What an operation of a simulated account is.
import type { Json } from './answers.ts';
import type { AwsState } from './state.ts';

/** Parameters of a request as they were sent. */
export type Given = Readonly<Record<string, unknown>>;

/** An operation. It answers the result, and throws an AwsError. Undefined: it answers nothing. */
export type Operation = (given: Given, world: World) => Json | undefined;

export interface World {
  readonly state: AwsState;
  /** The most objects of a page. */
  readonly pageSize: number;
  now(): string;
  newId(prefix: string): string;
}
