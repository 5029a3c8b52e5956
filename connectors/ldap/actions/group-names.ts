// Which names a group cannot have. Every other name is created as it is.
import { ChangeRefused } from '../../../src/connector/actions.ts';

/** Names that no directory can hold, or not exactly as they are. @throws ChangeRefused */
export function expectUsableName(name: string): void {
  if (name.trim() === '') throw new ChangeRefused('a group needs a name that is not blank');
  if (!name.isWellFormed())
    throw new ChangeRefused('the name has half of a surrogate pair, which UTF-8 cannot express');
}

/** OpenLDAP keeps each RDN twice in one key of LMDB, which has 511 bytes; it answers a longer one with "other". */
const mostRdnBytes = 245;

/** @param rdn `CN=name`, escaped. @throws ChangeRefused */
export function expectStorableRdn(rdn: string): void {
  const bytes = Buffer.byteLength(rdn);
  if (bytes > mostRdnBytes)
    throw new ChangeRefused(
      `OpenLDAP holds group names of ${mostRdnBytes - 3} bytes at most; this one needs ${bytes - 3}`,
    );
}

/** MS-SAMR, section 3.1.1.6, attribute constraints 8 to 10. */
const forbidden = /["/\\[\]:;|=,+*?<>\u0000-\u001f\u007f]/u;
/** rangeUpper of cn in the schema of Active Directory (MS-ADA1, section 2.110); sAMAccountName may have 256. */
const mostCharacters = 64;

/** Names that Active Directory does not accept as sAMAccountName or cn. @throws ChangeRefused */
export function expectNameOfDomain(name: string): void {
  const [character] = forbidden.exec(name) ?? [];
  if (character !== undefined) {
    const shown = character < ' ' || character === '\u007f' ? 'a control character' : `the character ${character}`;
    throw new ChangeRefused(
      `Active Directory accepts no group name with ${shown}; forbidden are control characters and " / \\ [ ] : ; | = , + * ? < >`,
    );
  }
  if (name.endsWith('.')) throw new ChangeRefused('Active Directory accepts no group name that ends with a full stop');
  if (name !== name.trim())
    throw new ChangeRefused('Active Directory does not keep blanks at the beginning and end of a group name');
  if (name.length > mostCharacters)
    throw new ChangeRefused(
      `Active Directory accepts group names of ${mostCharacters} characters at most; this one has ${name.length}`,
    );
}
