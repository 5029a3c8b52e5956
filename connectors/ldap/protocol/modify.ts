// Changes of entries (RFC 4511, sections 4.6 to 4.8). Each is atomic: the server makes all of it, or nothing.
import { AddRequest, Attribute, BerWriter, Change, Control, DeleteRequest, type Filter, ModifyRequest } from 'ldapts';
import { berTags } from './ber.ts';
import type { Result } from './messages.ts';
import type { LdapSession } from './session.ts';

/** Add or delete one value. Deleting fails when the entry does not have the value, so nothing is overwritten that was not seen. */
export interface Modification {
  readonly operation: 'add' | 'delete';
  readonly attribute: string;
  readonly value: string | Buffer;
}

export const assertionOid = '1.3.6.1.1.12';

/** Assertion control (RFC 4528): the server makes the change only if the entry matches the filter. */
export class Assertion extends Control {
  readonly #filter: Filter;
  constructor(filter: Filter) {
    super(assertionOid, { critical: true });
    this.#filter = filter;
  }
  protected override writeControl(writer: BerWriter): void {
    const value = new BerWriter();
    this.#filter.write(value);
    writer.writeBuffer(value.buffer, berTags.octetString);
  }
}

export function modifyEntry(
  session: LdapSession,
  dn: string,
  modifications: readonly Modification[],
  controls: readonly Control[] = [],
): Promise<Result> {
  const changes = modifications.map(
    ({ operation, attribute, value }) => new Change({ operation, modification: attributeOf(attribute, [value]) }),
  );
  return session.change(new ModifyRequest({ messageId: 0, dn, changes, controls: [...controls] }));
}

export function addEntry(
  session: LdapSession,
  dn: string,
  attributes: Readonly<Record<string, readonly string[]>>,
): Promise<Result> {
  const list = Object.entries(attributes).map(([name, values]) => attributeOf(name, values));
  return session.change(new AddRequest({ messageId: 0, dn, attributes: list }));
}

export function deleteEntry(session: LdapSession, dn: string, controls: readonly Control[] = []): Promise<Result> {
  return session.change(new DeleteRequest({ messageId: 0, dn, controls: [...controls] }));
}

function attributeOf(type: string, values: readonly (string | Buffer)[]): Attribute {
  return new Attribute({ type, values: values.map(value => (typeof value === 'string' ? Buffer.from(value) : value)) });
}
