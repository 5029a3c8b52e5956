// Local ids: what the server gives an entry for its lifetime, so that renaming and moving it does not make another object of it.
import { EqualityFilter, type Filter } from 'ldapts';
import type { RawEntry } from '../protocol/messages.ts';
import { guidBytes, guidText } from '../values/identifiers.ts';
import { dnKey } from './dn.ts';
import { firstText, octetsOf } from './entry.ts';

export interface IdScheme {
  /** Attribute that has the id; undefined: the DN is the id. */
  readonly attribute: string | undefined;
  idOf(entry: RawEntry): string | undefined;
  /** A filter that finds the entry with this id. */
  filterOf(id: string): Filter;
}

const textAttributes = ['entryUUID', 'nsUniqueId', 'ibm-entryUUID'];

/** Attributes to ask a sample entry for, so that {@link idSchemeOf} can choose. */
export const idAttributes: readonly string[] = ['objectGUID', ...textAttributes, 'GUID'];

/** @param sample an entry that was asked for {@link idAttributes} */
export function idSchemeOf(sample: RawEntry): IdScheme {
  if (octetsOf(sample, 'objectGUID').length > 0) return binary('objectGUID');
  const attribute = textAttributes.find(name => firstText(sample, name) !== undefined);
  if (attribute) {
    return {
      attribute,
      idOf: entry => firstText(entry, attribute)?.toLowerCase(),
      filterOf: id => new EqualityFilter({ attribute, value: id }),
    };
  }
  // eDirectory's GUID is written like Microsoft's.
  if (octetsOf(sample, 'GUID').length > 0) return binary('GUID');
  return {
    attribute: undefined,
    idOf: ({ dn }) => {
      const key = dnKey(dn);
      return key === undefined ? undefined : `dn:${key}`;
    },
    filterOf: id => new EqualityFilter({ attribute: 'entryDN', value: id.slice('dn:'.length) }),
  };
}

function binary(attribute: string): IdScheme {
  return {
    attribute,
    idOf: entry => {
      const value = octetsOf(entry, attribute)[0];
      return value && guidText(value);
    },
    filterOf: id => new EqualityFilter({ attribute, value: guidBytes(id) }),
  };
}
