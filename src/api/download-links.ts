// Links that stand for a token: whoever has one fetches one file for five minutes, and nothing else.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../errors.ts';
import { type AddressSettings, resolveAddresses } from './access/addresses.ts';

export interface DownloadLinks {
  /** An address that works for five minutes. */
  sign(downloadId: string): string;
  /** @throws ServiceError LINK_INVALID or LINK_EXPIRED unless the query is what {@link sign} gave out for them */
  verify(downloadId: string, query: Readonly<Record<string, unknown>>): void;
}

const validMs = 5 * 60_000;

/** @param now milliseconds since 1970; for tests */
export function createDownloadLinks(
  key: Buffer,
  access: AddressSettings & { readonly now?: () => number },
): DownloadLinks {
  const { now = Date.now } = access;
  const { baseUrl } = resolveAddresses(access);
  const signatureOf = (downloadId: string, expires: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([downloadId, expires]))
      .digest('base64url');

  return {
    sign(downloadId) {
      const expires = String(Math.floor((now() + validMs) / 1000));
      const signature = signatureOf(downloadId, expires);
      return `${baseUrl}/v1/downloads/${downloadId}/file?expires=${expires}&signature=${signature}`;
    },
    verify(downloadId, { expires, signature, ...others }) {
      const given = Buffer.from(typeof signature === 'string' ? signature : '');
      const right = Buffer.from(signatureOf(downloadId, String(expires)));
      const known = typeof expires === 'string' && Object.keys(others).length === 0;
      if (!known || given.length !== right.length || !timingSafeEqual(given, right)) {
        throw new ServiceError('LINK_INVALID', 'the link was altered or cut off; poll the export for a fresh one');
      }
      if (Number(expires) * 1000 < now()) {
        throw new ServiceError('LINK_EXPIRED', 'the link worked for five minutes; poll the export for a fresh one');
      }
    },
  };
}
