// The API that a description changes.
import type { AskedApi } from '../rows/http/known-answers.ts';

export interface ChangedApi {
  readonly api: AskedApi;
  /** Base address, with a slash at its end. */
  readonly base: string;
  /** Name of the application, for messages. */
  readonly system: string;
}
