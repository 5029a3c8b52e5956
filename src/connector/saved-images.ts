// The stored form of a before-image: the image, and beside it the surroundings that the change must leave as they are.
import type { Image } from './actions.ts';
import { parseExactly } from './exact-json.ts';

const key = '$surroundings';

export interface SavedImage {
  readonly image: Image;
  /** Undefined: the operation has none, or the image was stored before version 0.3, which stored none. */
  readonly surroundings: Image | undefined;
}

export function savedForm(image: Image, surroundings: Image | undefined): Image {
  return surroundings === undefined ? image : { ...image, [key]: surroundings };
}

export function savedImage({ [key]: surroundings, ...image }: Image): SavedImage {
  return { image, surroundings: surroundings as Image | undefined };
}

/** @param text a stored image, without or with surroundings */
export function imageIn(text: string): Image {
  return savedImage(parseExactly(text) as Image).image;
}
