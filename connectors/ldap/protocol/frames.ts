// Cuts what a socket delivers into LDAP messages.
import { berTags, headerAt, MalformedAnswer } from './ber.ts';

/**
 * A function that takes the socket's chunks and returns the messages that have become complete, each with its header. Chunks of an
 * unfinished message are joined once, when its last byte is there, so a message of any size is copied once.
 * @throws MalformedAnswer when a message is larger than `maxBytes` or does not begin as one
 */
export function createFramer(maxBytes: number): (chunk: Buffer) => Buffer[] {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  /** Bytes that the unfinished message needs; 0: not known yet. */
  let needed = 0;

  return chunk => {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes < needed) return [];
    const bytes = waiting.length === 1 ? chunk : Buffer.concat(waiting, waitingBytes);
    const messages: Buffer[] = [];
    let at = 0;
    needed = 0;
    while (at < bytes.length) {
      if (bytes[at] !== berTags.sequence) throw new MalformedAnswer('a message that is no sequence');
      const header = headerAt(bytes, at);
      if (!header) break;
      const size = header.contentAt - at + header.length;
      if (size > maxBytes) throw new MalformedAnswer(`a message of ${size} bytes; at most ${maxBytes} are read`);
      if (at + size > bytes.length) {
        needed = size;
        break;
      }
      messages.push(bytes.subarray(at, at + size));
      at += size;
    }
    waiting = at < bytes.length ? [bytes.subarray(at)] : [];
    waitingBytes = bytes.length - at;
    return messages;
  };
}
