// Entries of LDIF (RFC 2849), record by record: folded lines, base64, comments. Files of changes and values by URL are refused.
import { type ImportFile, refuseImport } from '../../../src/connector/files/file-set.ts';
import { textLines } from '../../../src/connector/files/text-lines.ts';

/** The longest value, as it is written. */
const mostValueBytes = 64 * 1024 * 1024;
const remedy = 'export the entries again, for example with slapcat, or with ldapsearch -LLL and the attributes * and +';

export interface LdifRecord {
  /** For messages: file and line. */
  readonly place: string;
  readonly dn: string;
  /** Attribute description in lower case, options included, → its values. */
  readonly attributes: ReadonlyMap<string, readonly Buffer[]>;
}

/** How ldapsearch says that its answer ended (`result: 4 Size limit exceeded`). */
export interface LdifEnd {
  readonly code: number;
  readonly words: string;
}

interface Line {
  readonly number: number;
  readonly bytes: Buffer;
}

/** @throws SourceError for what is no LDIF of entries: place, reason, remedy */
export async function* ldifRecords(file: ImportFile): AsyncGenerator<LdifRecord | LdifEnd> {
  let block: Line[] = [];
  for await (const line of logicalLines(file)) {
    if (line !== undefined) block.push(line);
    else if (block.length > 0) {
      const record = recordOf(file, block);
      if (record) yield record;
      block = [];
    }
  }
  const record = block.length > 0 ? recordOf(file, block) : undefined;
  if (record) yield record;
}

/** Lines with the parts of folded ones joined, without comments; undefined: an empty line. */
async function* logicalLines(file: ImportFile): AsyncGenerator<Line | undefined> {
  let parts: Buffer[] = [];
  let [number, length] = [0, 0];
  const take = (): Line | undefined => {
    const bytes = Buffer.concat(parts);
    parts = [];
    return bytes[0] === 0x23 ? undefined : { number, bytes };
  };
  for await (const line of textLines(file.read(), mostValueBytes)) {
    length = line.bytes?.[0] === 0x20 ? length + line.bytes.length : (line.bytes?.length ?? mostValueBytes + 1);
    if (line.bytes === undefined || length > mostValueBytes)
      refuseImport(
        `${file.name}:${line.number}`,
        `a value has more than ${mostValueBytes} bytes`,
        'leave this attribute out',
      );
    if (line.bytes[0] === 0x20) {
      if (parts.length === 0)
        refuseImport(`${file.name}:${line.number}`, 'goes on with a line that does not exist', remedy);
      parts.push(line.bytes.subarray(1));
      continue;
    }
    if (parts.length > 0) {
      const known = take();
      if (known) yield known;
    }
    number = line.number;
    if (line.bytes.length === 0) yield undefined;
    else parts = [line.bytes];
  }
  if (parts.length > 0) {
    const known = take();
    if (known) yield known;
  }
}

function recordOf(file: ImportFile, block: readonly Line[]): LdifRecord | LdifEnd | undefined {
  const change = block.find(({ bytes }) =>
    /^(?:changetype|control|newrdn):/i.test(bytes.subarray(0, 12).toString('latin1')),
  );
  if (change) {
    const fix =
      'name files with entries, as slapcat and ldapsearch write them; remove the lines `changetype: add` that ldifde writes';
    refuseImport(`${file.name}:${change.number}`, 'is a change and no entry', fix);
  }
  const lines = block.map(line => ({ ...line, ...attributeOf(file, line) }));
  if (lines[0]!.name === 'version') {
    const [version] = lines;
    if (version!.value.toString().trim() !== '1')
      refuseImport(`${file.name}:${version!.number}`, 'is a version of LDIF that is not 1', remedy);
    lines.shift();
  }
  const [first, ...rest] = lines;
  if (first === undefined) return undefined;
  const place = `${file.name}:${first.number}`;
  if (first.name === 'search' || first.name === 'ref') return endOf(rest);
  if (first.name !== 'dn') refuseImport(place, `begins with \`${first.name}\` and not with \`dn\``, remedy);
  const attributes = new Map<string, Buffer[]>();
  for (const { name, value } of rest) {
    if (neverKept.test(name)) continue;
    attributes.set(name, [...(attributes.get(name) ?? []), value]);
  }
  if (rest.length === 0) refuseImport(place, 'has no attribute, so it may have been cut off', remedy);
  return { place, dn: first.value.toString('utf8'), attributes };
}

/** Passwords, keys and pictures: nothing reads them. */
const neverKept =
  /^(?:userpassword|unicodepwd|dbcspwd|ntpwdhistory|lmpwdhistory|supplementalcredentials|pwdhistory|sambantpassword|sambalmpassword|sambapasswordhistory|krbprincipalkey|ipanthash|ms-mcs-admpwd|mslaps-.*|msds-managedpassword.*|jpegphoto|thumbnailphoto|photo|usercertificate|usersmimecertificate|userpkcs12)(?:;.*)?$/;

/** What ldapsearch writes after the entries when it is not told to leave it out. */
function endOf(lines: readonly { readonly name: string; readonly value: Buffer }[]): LdifEnd | undefined {
  const result = lines.find(({ name }) => name === 'result')?.value.toString('utf8');
  const [, code, words] = /^(\d+) ?(.*)$/.exec(result ?? '') ?? [];
  return code === undefined ? undefined : { code: Number(code), words: words ?? '' };
}

function attributeOf(file: ImportFile, { number, bytes }: Line): { name: string; value: Buffer } {
  const colon = bytes.indexOf(0x3a);
  const place = `${file.name}:${number}`;
  const name = bytes.subarray(0, Math.max(colon, 0)).toString('latin1').toLowerCase();
  if (!/^(?:[a-z][a-z0-9-]*|\d+(?:\.\d+)*)(?:;[a-z0-9=*-]+)*$/.test(name))
    refuseImport(place, 'is no attribute with a value, so it may have been cut off', remedy);
  const kind = bytes[colon + 1];
  if (kind === 0x3c)
    refuseImport(
      place,
      `\`${name}\` names a file or address (\`:<\`), which is never opened`,
      'export the value itself',
    );
  const from = kind === 0x3a ? colon + 2 : colon + 1;
  let start = from;
  while (bytes[start] === 0x20) start += 1;
  const written = bytes.subarray(start);
  if (kind !== 0x3a) return { name, value: written };
  const text = written.toString('latin1').trim();
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    refuseImport(place, `\`${name}\` is no base64, so it may have been cut off`, remedy);
  return { name, value: Buffer.from(text, 'base64') };
}
