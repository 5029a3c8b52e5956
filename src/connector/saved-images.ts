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

/**
 * The local ids in the lists of a stored image, which has the form of its connector. A source that drops the groups and roles of an account
 * that is disabled lists them there.
 */
export function idsInImage(text: string | null): Set<string> {
  const lists = text === null ? [] : Object.values(imageIn(text)).filter(Array.isArray);
  return new Set(lists.flat().filter(each => typeof each === 'string'));
}
