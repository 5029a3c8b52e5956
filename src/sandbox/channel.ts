// Sends commands to a process, one at a time, and receives its replies.
import type { ChildProcess } from 'node:child_process';
import { RequestFailed } from './failures.ts';
import type { Lifetime } from './lifetime.ts';
import type { Command, Reply } from './messages.ts';

export interface Channel {
  /**
   * Resolves to the result. Rejects with RequestFailed, or with Ended when the process ended first.
   * @param onStreaming called when the process begins to write its output, with the description of the output
   */
  send(command: Command, onStreaming?: (about: unknown) => void): Promise<unknown>;
  /** Reject the command in progress, because the process has ended. */
  close(): void;
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
  onStreaming(about: unknown): void;
}

export function createChannel(child: ChildProcess, lifetime: Lifetime): Channel {
  let pending: Pending | undefined;

  child.on('message', (reply: Reply) => {
    if ('streaming' in reply) pending?.onStreaming(reply.streaming);
    else if ('failure' in reply) {
      pending?.reject(new RequestFailed(reply.failure));
      if (reply.failure.isUnknown) lifetime.kill('damaged');
    } else pending?.resolve('result' in reply ? reply.result : undefined);
  });

  return {
    send(command, onStreaming = () => {}) {
      return new Promise((resolve, reject) => {
        pending = { resolve, reject, onStreaming };
        if (child.exitCode !== null || child.signalCode !== null) reject(lifetime.toError());
        else child.send(command, error => error && reject(lifetime.toError()));
      }).finally(() => {
        pending = undefined;
      });
    },
    close() {
      pending?.reject(lifetime.toError());
    },
  };
}
