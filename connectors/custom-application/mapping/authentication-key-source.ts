// An authentication key that is made from columns or constants.
import {
  AuthenticationKeyError,
  firstPartyAuthenticationKey,
  oidcAuthenticationKey,
  samlAuthenticationKey,
} from '../../../src/connector/authentication-keys.ts';
import type { KeySettings } from '../description/config-form.ts';
import { ofRow, textCellOf } from './mapping.ts';
import type { TextSource } from './text-source.ts';

type Keyed<Part> =
  | { readonly oidc: { readonly issuer: Part; readonly clientId: Part } }
  | { readonly saml: { readonly certificate: Part } }
  | { readonly firstParty: { readonly applicationType: Part; readonly instanceKey: Part } };

/** The key; `textOf` gives the text of each part. Throws {@link AuthenticationKeyError}. */
export function authenticationKeyOf<Part>(settings: Keyed<Part>, textOf: (part: Part) => string): string {
  if ('oidc' in settings) return oidcAuthenticationKey(textOf(settings.oidc.issuer), textOf(settings.oidc.clientId));
  if ('saml' in settings) return samlAuthenticationKey(textOf(settings.saml.certificate));
  const { applicationType, instanceKey } = settings.firstParty;
  return firstPartyAuthenticationKey(textOf(applicationType), textOf(instanceKey));
}

/** The text is empty when one of the columns is empty: such an application has no key. With a malformed part, the row is rejected. */
export function authenticationKeySource(settings: KeySettings, place: string): TextSource {
  const parts = Object.values(Object.values(settings)[0] as Record<string, KeyPart>);
  const names = parts.filter(part => typeof part === 'string');
  return {
    columns: ofRow(names.map(name => ({ name, place }))),
    lookups: [],
    title: 'an authentication key',
    bind: scope => {
      const cells = new Map(names.map(name => [name, textCellOf(scope, name)] as const));
      return row => {
        const textOf = (part: KeyPart) => (typeof part === 'string' ? cells.get(part)!(row) : part.constant);
        if (parts.some(part => textOf(part).trim() === '')) return '';
        try {
          return authenticationKeyOf<KeyPart>(settings, textOf);
        } catch (error) {
          if (!(error instanceof AuthenticationKeyError)) throw error;
          row.refuse(error.message);
          return undefined;
        }
      };
    },
  };
}

type KeyPart = string | { readonly constant: string };
