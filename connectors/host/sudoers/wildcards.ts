// Shell patterns like fnmatch(3). Patterns may be hostile, so the time is bounded by the product of both lengths.

export function hasWildcard(text: string): boolean {
  return /[*?[\]\\]/.test(text);
}

/**
 * Whether a whole text matches a pattern of `*`, `?`, `[…]` and `\`.
 * @param isPath Only `/` itself matches `/` (FNM_PATHNAME).
 */
export function fitsPattern(text: string, pattern: string, isPath = false): boolean {
  const parts = partsOf(pattern, isPath);
  let at = 0;
  let part = 0;
  let star: { part: number; at: number } | undefined;
  while (at < text.length) {
    const current = parts[part];
    if (current === '*') star = { part: part++, at };
    else if (current?.(text[at]!)) {
      at++;
      part++;
    } else if (star && !(isPath && text[star.at] === '/')) {
      at = ++star.at;
      part = star.part + 1;
    } else return false;
  }
  return parts.slice(part).every(rest => rest === '*');
}

type Part = '*' | ((character: string) => boolean);

function partsOf(pattern: string, isPath: boolean): Part[] {
  const parts: Part[] = [];
  for (const [token] of pattern.matchAll(/\\[\s\S]|\[[!^]?\]?[^\]]*\]|[\s\S]/g)) {
    if (token === '*') parts.push(token);
    else if (token === '?') parts.push(character => !(isPath && character === '/'));
    else if (token.length > 2 && token.startsWith('[')) parts.push(setOf(token.slice(1, -1), isPath));
    else parts.push(character => character === token.at(-1));
  }
  return parts;
}

function setOf(body: string, isPath: boolean): (character: string) => boolean {
  const isNegated = /^[!^]/.test(body);
  const members = isNegated ? body.slice(1) : body;
  const ranges = [...members.matchAll(/([\s\S])-([\s\S])|[\s\S]/g)].map(([one, from, to]) => [from ?? one, to ?? one]);
  return character => {
    if (isPath && character === '/') return false;
    return ranges.some(([from, to]) => from! <= character && character <= to!) !== isNegated;
  };
}
