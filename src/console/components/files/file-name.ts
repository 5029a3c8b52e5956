// How saved files are named.

/** Characters that file systems refuse. */
const refused = /[\\/:*?"<>|\p{Cc}]/gu;
const longest = 180;

/** Such as `ntanaka, Roles 2026-11-30.csv`: the page, what it shows, and the day. @param ending without the dot */
export function fileNameOf(label: string, ending: string): string {
  const page = document.title.replace(/ · Rolecall$/, '');
  const parts = page === label || page === '' ? [label] : [page, label];
  const day = new Date().toISOString().slice(0, 10);
  return `${parts.join(', ').replaceAll(refused, '-').slice(0, longest)} ${day}.${ending}`;
}
