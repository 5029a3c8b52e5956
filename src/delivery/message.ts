// A message that the service sends by itself, by webhook or e-mail.
import type { Readable } from 'node:stream';

export interface OutgoingMessage {
  /** The same for each attempt, so that a recipient can recognise a repetition. */
  readonly id: string;
  /** What it is about, for example `source-failed`. */
  readonly event: string;
  readonly tenant: string;
  readonly at: Date;
  /** One line. */
  readonly title: string;
  readonly text: string;
  /** Further fields for programs that receive the webhook. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly attachment?: Attachment | undefined;
}

export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  /** The content, from the start each time. */
  open(): Readable;
}

/** It was not delivered. The message says why, without secrets. */
export class NotDelivered extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NotDelivered';
  }
}
