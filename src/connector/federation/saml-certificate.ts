// The certificate of an identity provider, as a setting of applications whose API does not tell it.
import { z } from 'zod';
import { AuthenticationKeyError, samlAuthenticationKey } from '../authentication-keys.ts';

/** With the provider's certificate, the application has the provider's authentication key, and accounts are linked across both. */
export const samlCertificate = z
  .string()
  .refine(isCertificate, 'must be an X.509 certificate in PEM, or base64 of its DER form')
  .describe(
    'Certificate with which the identity provider signs assertions for this application, from the settings of the provider. With it, accounts are linked to those at the provider',
  );

function isCertificate(text: string): boolean {
  try {
    samlAuthenticationKey(text);
    return true;
  } catch (error) {
    if (error instanceof AuthenticationKeyError) return false;
    throw error;
  }
}
