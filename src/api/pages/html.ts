// Text inside pages that the service writes itself.

/** A text for content and quoted attributes of HTML. */
export function escapedHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
