// The syntax of unit files (systemd.syntax(7)), for the few settings that determine the account of a service.
import type { Line } from '../files/lines.ts';

/** Settings of one unit by section and name, for example `Service.User`; a later value replaces an earlier one. */
export type UnitSettings = Map<string, string>;

const wanted = new Set(['Unit.Description', 'Service.User', 'Service.Group', 'Service.DynamicUser']);

/** Apply a unit file or drop-in to the settings so far. Unknown lines are skipped, as systemd does. */
export function applyUnitFile(settings: UnitSettings, lines: Iterable<Line>): void {
  let section = '';
  for (const text of joined(lines)) {
    const header = /^\[([^\]]+)\]\s*$/.exec(text);
    if (header) section = header[1]!;
    const assignment = /^([A-Za-z]+)\s*=\s*(.*)$/s.exec(text);
    const name = assignment ? `${section}.${assignment[1]}` : '';
    if (wanted.has(name)) settings.set(name, assignment![2]!.trim());
  }
}

/** Lines with continuations joined; comments are dropped, inside continuations too. */
function* joined(lines: Iterable<Line>): Generator<string> {
  let text = '';
  for (const line of lines) {
    const content = line.text.trim();
    if (/^[#;]/.test(content)) continue;
    if (content.endsWith('\\')) text += `${content.slice(0, -1)} `;
    else {
      yield text + content;
      text = '';
    }
  }
  if (text) yield text;
}

/** systemd's booleans: 1, yes, y, true, t, on. */
export function isTrue(value: string | undefined): boolean {
  return /^(1|yes|y|true|t|on)$/i.test(value ?? '');
}

/** `getty@tty1.service` → prefix `getty`, instance `tty1`; undefined when the name is not the name of a service. */
export function partsOf(name: string): { prefix: string; instance?: string; isTemplate: boolean } | undefined {
  const match = /^([A-Za-z0-9:_.\\-]+?)(?:@([A-Za-z0-9:_.\\@-]*))?\.service$/.exec(name);
  if (!match || name.length > 255) return undefined;
  const [, prefix = '', instance] = match;
  return { prefix, isTemplate: instance === '', ...(instance ? { instance } : {}) };
}

/** Replace the specifiers that User= may hold (systemd.unit(5), SPECIFIERS); undefined when one needs an instance. */
export function expandSpecifiers(value: string, unit: string): string | undefined {
  const parts = partsOf(unit);
  const values: Record<string, string | undefined> = {
    '%': '%',
    n: unit,
    N: unit.replace(/\.service$/, ''),
    p: parts?.prefix,
    P: unescapeUnit(parts?.prefix),
    i: parts?.instance ?? (parts?.isTemplate ? undefined : ''),
    I: unescapeUnit(parts?.instance) ?? (parts?.isTemplate ? undefined : ''),
    j: parts?.prefix.split('-').at(-1),
    J: unescapeUnit(parts?.prefix.split('-').at(-1)),
  };
  let isComplete = true;
  const expanded = value.replace(/%(.)/g, (_, specifier: string) => {
    const replacement = values[specifier];
    if (replacement === undefined) isComplete = false;
    return replacement ?? '';
  });
  return isComplete ? expanded : undefined;
}

/** systemd-escape(1): `-` for `/`, `\x2d` for the byte 2d. */
function unescapeUnit(text: string | undefined): string | undefined {
  const bytes = text
    ?.replaceAll('-', '/')
    .replace(/\\x([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return bytes === undefined ? undefined : Buffer.from(bytes, 'latin1').toString('utf8');
}
