/**
 * The colour that a token has in the theme that is shown. A canvas does not know `light-dark()`, which tokens hold, so the computed colour
 * of an element is read.
 * @param token for example `--accent`
 */
export function tokenColour(token: string, parent: HTMLElement = document.body): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  parent.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
