// Signed links. A link replaces a token: it permits the download of one file for five minutes, and nothing else. Times are of the
// state database's clock, because the process that signs and the process that verifies may have different clocks.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../errors.ts';
import { type AddressSettings, resolveAddresses } from '../access/addresses.ts';
import { exportOperations } from './export-operations.ts';

export interface ExportLinks {
  /** An address that is valid for five minutes from `now`. */
  sign(exportId: string, now: Date): string;
  /**
   * When the link with this query expires.
   * @throws ServiceError LINK_INVALID unless {@link sign} made the query for this export
   */
  verify(exportId: string, query: Readonly<Record<string, unknown>>): Date;
}

const { path: filePath } = exportOperations.fetchDownload;
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
      return `${baseUrl}${filePath.replace('{id}', exportId)}?expires=${expires}&signature=${signature}`;
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
