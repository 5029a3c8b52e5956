// Links that stand for a token: whoever has one fetches one file for five minutes, and nothing else. The five minutes are of
// the state database's clock: one process may sign what another one, whose own clock differs, is asked for.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../errors.ts';
import { type AddressSettings, resolveAddresses } from '../access/addresses.ts';

export interface ExportLinks {
  /** An address that works for five minutes from a moment on. */
  sign(exportId: string, now: Date): string;
  /**
   * Until when the link works that a query is of.
   * @throws ServiceError LINK_INVALID unless the query is what {@link sign} gave out for the export
   */
  verify(exportId: string, query: Readonly<Record<string, unknown>>): Date;
}

const validMs = 5 * 60_000;

export function createExportLinks(key: Buffer, access: AddressSettings): ExportLinks {
  const { baseUrl } = resolveAddresses(access);
  const signatureOf = (exportId: string, expires: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([exportId, expires]))
      .digest('base64url');

  return {
    sign(exportId, now) {
      const expires = String(Math.floor((now.getTime() + validMs) / 1000));
      const signature = signatureOf(exportId, expires);
      return `${baseUrl}/v1/downloads/${exportId}/file?expires=${expires}&signature=${signature}`;
    },
    verify(exportId, { expires, signature, ...others }) {
      const given = Buffer.from(typeof signature === 'string' ? signature : '');
      const right = Buffer.from(signatureOf(exportId, String(expires)));
      const known = typeof expires === 'string' && Object.keys(others).length === 0;
      if (!known || given.length !== right.length || !timingSafeEqual(given, right)) {
        throw new ServiceError('LINK_INVALID', 'the link was altered or cut off; poll the export for a fresh one');
      }
      return new Date(Number(expires) * 1000);
    },
  };
}
