// Parts that bodies of several features have.
import { z } from 'zod';
import { text } from '../../resources/types/shared-types.ts';

export const nextPageToken = text.describe('Present while more pages remain, even when this page is empty').optional();

/** A page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item).describe('The items of this page, in order'), nextPageToken });

/** A time as state writes it: always UTC, never another offset. */
export const utcTime = z.iso.datetime();
