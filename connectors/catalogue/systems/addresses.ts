// Settings that entries of the catalogue share: the address of a system, and texts that are secret.
import { z } from 'zod';

/** An address without query, with a path where the system lies below one. */
export const systemUrl = (what: string) =>
  z
    .string()
    .regex(/^https?:\/\/[^\s?#]+$/, 'must be an http or https address without query')
    .describe(what);

export const plainText = (what: string) => z.string().min(1).describe(what);

export const secretText = (what: string) => z.string().min(1).describe(what).meta({ secret: true });
