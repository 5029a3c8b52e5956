// Bodies of the operations of signing keys.
import { z } from 'zod';
import { flag, text } from '../../resources/types/shared-types.ts';

const utcTime = z.iso.datetime();

export const signingKeySchema = z.object({
  kid: text.describe('Id of the key, as the header of its tokens and the JWKS have it'),
  createdAt: utcTime.describe('When it was made'),
  signsFrom: utcTime.describe('From then on it signs, until a newer key does'),
  retiresAt: utcTime.describe('From then on its tokens are refused; absent for the newest key').optional(),
  signs: flag.describe('True for the key that signs now'),
});
export const signingKeyListSchema = z.object({
  items: z.array(signingKeySchema).describe('The keys whose tokens are accepted, or will be'),
});
