// Decodes the messages that a server sends (RFC 4511, section 4).
import { BerReader, berTags, MalformedAnswer } from './ber.ts';

/** An entry as the server sent it. */
export interface RawEntry {
  readonly dn: string;
  /** Attribute description in lower case, options included, → its values. */
  readonly attributes: ReadonlyMap<string, readonly Buffer[]>;
  /** OID → value. */
  readonly controls: ReadonlyMap<string, Buffer>;
}

/** How an operation ended (RFC 4511, section 4.1.9). */
export interface Result {
  readonly code: number;
  readonly matchedDn: string;
  /** The server's own words. */
  readonly diagnostic: string;
  readonly referrals: readonly string[];
  readonly controls: ReadonlyMap<string, Buffer>;
}

export type Answer =
  | { readonly kind: 'entry'; readonly entry: RawEntry }
  | { readonly kind: 'reference'; readonly addresses: readonly string[] }
  | { readonly kind: 'intermediate'; readonly name: string; readonly value: Buffer | undefined }
  | { readonly kind: 'result'; readonly tag: number; readonly result: Result };

export interface Message {
  /** 0: an unsolicited notification (RFC 4511, section 4.4), by which the server ends the connection. */
  readonly id: number;
  readonly answer: Answer;
}

/** @throws MalformedAnswer */
export function decodeMessage(bytes: Buffer): Message {
  const message = new BerReader(bytes).enter(berTags.sequence);
  const id = message.integer();
  const tag = message.nextTag;
  if (tag === undefined) throw new MalformedAnswer('a message without an operation');
  const body = message.enter();
  const controls = controlsOf(message);
  return { id, answer: answerOf(tag, body, controls) };
}

function answerOf(tag: number, body: BerReader, controls: ReadonlyMap<string, Buffer>): Answer {
  switch (tag) {
    case berTags.searchEntry:
      return { kind: 'entry', entry: { dn: body.text(), attributes: attributesOf(body), controls } };
    case berTags.searchReference:
      return { kind: 'reference', addresses: textsOf(body) };
    case berTags.intermediateResponse:
      return { kind: 'intermediate', ...intermediateOf(body) };
    case berTags.searchDone:
    case berTags.bindResponse:
    case berTags.modifyResponse:
    case berTags.addResponse:
    case berTags.deleteResponse:
    case berTags.extendedResponse:
      return { kind: 'result', tag, result: { ...resultOf(body), controls } };
    default:
      throw new MalformedAnswer(`an operation 0x${tag.toString(16)} that nobody asked for`);
  }
}

function attributesOf(body: BerReader): Map<string, Buffer[]> {
  const attributes = new Map<string, Buffer[]>();
  const list = body.enter(berTags.sequence);
  while (!list.isAtEnd) {
    const attribute = list.enter(berTags.sequence);
    const name = attribute.text().toLowerCase();
    const values: Buffer[] = attributes.get(name) ?? [];
    const set = attribute.enter(berTags.set);
    while (!set.isAtEnd) values.push(set.octets());
    attributes.set(name, values);
  }
  return attributes;
}

function textsOf(body: BerReader): string[] {
  const texts: string[] = [];
  while (!body.isAtEnd) texts.push(body.text());
  return texts;
}

function intermediateOf(body: BerReader): { name: string; value: Buffer | undefined } {
  const name = body.nextTag === 0x80 ? body.text(0x80) : '';
  return { name, value: body.nextTag === 0x81 ? body.octets(0x81) : undefined };
}

function resultOf(body: BerReader): Omit<Result, 'controls'> {
  const code = body.integer(berTags.enumerated);
  const matchedDn = body.text();
  const diagnostic = body.text();
  const referrals = body.nextTag === berTags.referral ? textsOf(body.enter(berTags.referral)) : [];
  return { code, matchedDn, diagnostic, referrals };
}

const noControls: ReadonlyMap<string, Buffer> = new Map();

function controlsOf(message: BerReader): ReadonlyMap<string, Buffer> {
  if (message.nextTag !== berTags.controls) return noControls;
  const controls = new Map<string, Buffer>();
  const list = message.enter(berTags.controls);
  while (!list.isAtEnd) {
    const control = list.enter(berTags.sequence);
    const type = control.text();
    if (control.nextTag === 0x01) control.octets(0x01);
    controls.set(type, control.isAtEnd ? Buffer.alloc(0) : control.octets());
  }
  return controls;
}
