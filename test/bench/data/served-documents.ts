// The documents of a published version, as the service sends them.
import { openVersion } from '../../../src/warehouse/version/version.ts';

const pageSize = 200;
/** `<36 characters>\n`, in a file of ids. */
export const idLineLength = 37;

/** All documents of a collection, in the order of the list. @param version the folder of the version */
export async function* servedDocuments(
  version: string,
  collection: string,
): AsyncGenerator<{ id: string; document: string }> {
  const opened = await openVersion(version);
  try {
    const frame = { before: Buffer.alloc(0), after: Buffer.alloc(0), allocate: Buffer.allocUnsafe };
    for (let position: number | undefined = 0; position !== undefined; ) {
      const page = opened.collection(collection).page(position, pageSize, undefined);
      // JSON holds no raw newline.
      for (const document of (await page.text(frame)).toString().split(',\n')) {
        if (document !== '') yield { id: JSON.parse(document).globalId, document };
      }
      position = page.next;
    }
  } finally {
    opened.close();
  }
}
