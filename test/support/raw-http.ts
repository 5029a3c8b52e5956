// HTTP/1.1 over a plain socket, for requests that no well-behaved client sends.
import { connect } from 'node:net';

export interface RawResponse {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * Send bytes on a new connection and read until the server closes it.
 * @param bytes latin1 text, or pieces to write one after the other
 * @returns all responses; none when the server closed the connection without one
 */
export async function sendRaw(port: number, bytes: string | Iterable<string>): Promise<RawResponse[]> {
  const received = await new Promise<Buffer>(resolve => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of typeof bytes === 'string' ? [bytes] : bytes) socket.write(part, 'latin1');
    });
    socket.on('data', chunk => chunks.push(chunk));
    // A server that refuses a body closes the connection while the client still writes.
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(chunks)));
  });
  return parseResponses(received);
}

function parseResponses(bytes: Buffer): RawResponse[] {
  const responses: RawResponse[] = [];
  for (let at = 0; at < bytes.length; ) {
    const headEnd = bytes.indexOf('\r\n\r\n', at);
    const [statusLine, ...lines] = bytes.toString('latin1', at, headEnd).split('\r\n');
    const headers = Object.fromEntries(
      lines.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const start = headEnd + 4;
    const length = Number(headers['content-length'] ?? 0);
    responses.push({
      statusCode: Number(statusLine!.split(' ')[1]),
      headers,
      body: bytes.toString('utf8', start, start + length),
    });
    at = start + length;
  }
  return responses;
}
