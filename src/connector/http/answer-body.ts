// Reads the body of an answer, decompresses it, and takes no more bytes than allowed.
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { HttpError } from './http-error.ts';
import type { AnswerHeaders } from './waits.ts';

type Body = Dispatcher.ResponseData['body'];

/** Content codings (RFC 9110, section 8.4.1). The kit asks for none, but then a server may choose one. */
const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };

/** @throws HttpError for a body that has more bytes, counted after decompression, or cannot be decompressed */
export async function readBody(
  body: Body,
  headers: AnswerHeaders,
  { subject, maxBytes }: { readonly subject: string; readonly maxBytes: number },
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decoded(body, headers['content-encoding'], subject)) {
    bytes += chunk.length;
    // Leaving the loop destroys the body and its connection.
    if (bytes > maxBytes) throw new HttpError(subject, `the answer is larger than ${maxBytes} bytes`, undefined, true);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function decoded(body: Body, coding: string | undefined, subject: string): AsyncIterable<Buffer> {
  const name = coding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return body;
  const decoder = Object.hasOwn(decoders, name) ? decoders[name as keyof typeof decoders]() : undefined;
  if (!decoder) {
    body.on('error', () => {}).destroy();
    throw new HttpError(
      subject,
      `the answer is encoded as ${JSON.stringify(name.slice(0, 40))}, which is not understood`,
    );
  }
  // The loop that reads the decoder gets its error.
  pipeline(body, decoder, () => {});
  return readable(decoder, name, subject);
}

async function* readable(decoder: AsyncIterable<Buffer>, name: string, subject: string): AsyncGenerator<Buffer> {
  try {
    yield* decoder;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!/^(Z_|ERR_BROTLI|ERR__ERROR)/.test(code)) throw error;
    throw new HttpError(subject, `the answer says that it is encoded as ${name}, and cannot be decoded: ${message}`);
  }
}
