// A JSON document with one long list, read as a stream: the elements of the list one by one, and the rest of the document at its end.
// Only one element is in memory at a time.
import { parseExactly } from '../exact-json.ts';
import { isJsonObject, listAt } from '../json-values.ts';
import { refuseImport } from './file-set.ts';

/** The largest element, and the largest rest of a document. */
const elementLimitBytes = 64 * 1024 * 1024;
const deepestNesting = 500;
const remedy = 'copy or make the file again: it may have been cut off';
const otherFile = 'name a file of the kind that the connector reads';

const codes = {
  quote: 0x22,
  backslash: 0x5c,
  comma: 0x2c,
  colon: 0x3a,
  open: 0x7b,
  close: 0x7d,
  openList: 0x5b,
  closeList: 0x5d,
};

export interface ListElement {
  /** For messages: `users.json data[17]`. */
  readonly place: string;
  readonly value: unknown;
}

/** What an element is, or at the end of the document what is around the list, which is empty there. */
export type ListPart = ListElement | { readonly rest: Readonly<Record<string, unknown>> };

/**
 * The elements of the list that is the document, or a member of it.
 * @param list name of the member; undefined: the document is the list
 * @throws SourceError for what is no JSON, is cut off, is not UTF-8, or has no such list
 */
export async function* listElements(
  chunks: AsyncIterable<Buffer>,
  name: string,
  list: string | undefined,
): AsyncGenerator<ListPart> {
  const splitter = new ListSplitter(name, list);
  for await (const chunk of withoutMark(chunks)) yield* splitter.take(chunk);
  yield splitter.end();
}

/** UTF-8 may begin with a byte-order mark (RFC 3629, section 6). */
async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < 3) continue;
    yield head.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? head.subarray(3) : head;
    head = undefined;
  }
  if (head !== undefined && head.length > 0) yield head;
}

class ListSplitter {
  readonly #name: string;
  readonly #list: string | undefined;
  #index = 0;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  /** Depth at which the elements are; 0: outside of the list. */
  #elementDepth = 0;
  #hadList = false;
  /** The bytes of the element in hand, and of the document around the list. */
  #element: Buffer[] = [];
  #elementBytes = 0;
  #rest: Buffer[] = [];
  #restBytes = 0;
  /** The text that was last at depth 1, as JSON, to know the name of the member. */
  #text: number[] = [];
  #lastText = '';
  #isAfterName = false;

  constructor(name: string, list: string | undefined) {
    this.#name = name;
    this.#list = list;
  }

  *take(chunk: Buffer): Generator<ListElement> {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk[at]!;
      if (this.#isInText) {
        this.#inText(code);
        continue;
      }
      const isInside = this.#elementDepth > 0;
      if (code === codes.quote) this.#isInText = true;
      else if (code === codes.open || code === codes.openList) {
        this.#deepen(code);
        if (!isInside && this.#elementDepth > 0) {
          this.#keepRest(chunk.subarray(start, at + 1));
          start = at + 1;
        }
      } else if (code === codes.close || code === codes.closeList) {
        if (isInside && this.#depth === this.#elementDepth) {
          yield* this.#endElement(chunk.subarray(start, at), false);
          start = at;
          this.#elementDepth = 0;
        }
        this.#depth -= 1;
      } else if (code === codes.comma && isInside && this.#depth === this.#elementDepth) {
        yield* this.#endElement(chunk.subarray(start, at), true);
        start = at + 1;
      } else if (code === codes.colon && this.#depth === 1) this.#isAfterName = true;
      else if (code === codes.comma && this.#depth === 1) this.#isAfterName = false;
    }
    const left = chunk.subarray(start);
    if (this.#elementDepth > 0) this.#keepElement(left);
    else this.#keepRest(left);
  }

  /** @returns what is around the list */
  end(): { rest: Readonly<Record<string, unknown>> } {
    const text = decoded(Buffer.concat(this.#rest), this.#name);
    const isCut = this.#depth > 0 || this.#isInText;
    if (isCut || text.trim() === '')
      refuseImport(this.#name, text.trim() === '' ? 'is empty' : 'ends in the middle: it was cut off', remedy);
    const rest = parsed(text, this.#name);
    if (!this.#hadList) {
      const what = this.#list === undefined ? 'is not a list' : `has no list \`${this.#list}\``;
      refuseImport(this.#name, what, otherFile);
    }
    if (this.#list !== undefined && listAt(rest, this.#list).length > 0)
      refuseImport(this.#name, `has two lists \`${this.#list}\``, remedy);
    return { rest: isJsonObject(rest) ? (rest as Record<string, unknown>) : {} };
  }

  #placeOfElement(): string {
    return `${this.#name} ${this.#list ?? ''}[${this.#index}]`;
  }

  #inText(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === codes.backslash) this.#isEscaped = true;
    else if (code === codes.quote) {
      this.#isInText = false;
      if (this.#depth === 1) this.#lastText = Buffer.from(this.#text).toString('utf8');
      this.#text = [];
      return;
    }
    if (this.#depth === 1 && this.#elementDepth === 0 && this.#text.length < 200) this.#text.push(code);
  }

  #deepen(code: number): void {
    this.#depth += 1;
    if (this.#depth > deepestNesting) refuseImport(this.#name, `nests deeper than ${deepestNesting} levels`, otherFile);
    const isList =
      code === codes.openList &&
      (this.#list === undefined
        ? this.#depth === 1
        : this.#depth === 2 && this.#isAfterName && this.#lastText === this.#list);
    if (!isList || this.#hadList) return;
    this.#hadList = true;
    this.#elementDepth = this.#depth;
  }

  *#endElement(last: Buffer, isFollowed: boolean): Generator<ListElement> {
    const place = this.#placeOfElement();
    const text = decoded(this.#element.length === 0 ? last : Buffer.concat([...this.#element, last]), place).trim();
    this.#element = [];
    this.#elementBytes = 0;
    if (text === '') {
      if (isFollowed || this.#index > 0) refuseImport(place, 'is not JSON: an element is missing', remedy);
      return;
    }
    this.#index += 1;
    yield { place, value: parsed(text, place) };
  }

  #keepElement(bytes: Buffer): void {
    this.#elementBytes += bytes.length;
    if (this.#elementBytes > elementLimitBytes)
      refuseImport(
        this.#placeOfElement(),
        `has more than ${elementLimitBytes} bytes`,
        'see what is in the file: no object of this kind is so large',
      );
    if (bytes.length > 0) this.#element.push(Buffer.from(bytes));
  }

  #keepRest(bytes: Buffer): void {
    this.#restBytes += bytes.length;
    if (this.#restBytes > elementLimitBytes)
      refuseImport(this.#name, `has more than ${elementLimitBytes} bytes outside of its list`, otherFile);
    if (bytes.length > 0) this.#rest.push(Buffer.from(bytes));
  }
}

function decoded(bytes: Buffer, place: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuseImport(place, 'is not UTF-8', 'save it as UTF-8');
  }
}

function parsed(text: string, place: string): unknown {
  try {
    return parseExactly(text);
  } catch (error) {
    // The rest of the message quotes the text, which may be a secret.
    const at = / in JSON at position (\d+)/.exec((error as Error).message)?.[1];
    return refuseImport(place, `is not JSON${at === undefined ? '' : ` (character ${at})`}`, remedy);
  }
}
