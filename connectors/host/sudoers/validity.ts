// When an entry of a sudoers file is in force: NOTBEFORE and NOTAFTER.

/** Whether the options of a command allow it at a moment. */
export function isInForce(options: Readonly<Record<string, string>>, now: Date): boolean {
  const from = generalizedTime(options['NOTBEFORE']);
  const until = generalizedTime(options['NOTAFTER']);
  return (from === undefined || from <= now.getTime()) && (until === undefined || now.getTime() <= until);
}

/** `yyyymmddHHMMSSZ` or with an offset (RFC 4517 §3.3.13); undefined for anything else. */
function generalizedTime(text: string | undefined): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)?(\d\d)?(?:[.,]\d+)?(Z|[+-]\d{4})?$/.exec(text ?? '');
  if (!match) return undefined;
  const [, year, month, day, hour, minute = '00', second = '00', zone = 'Z'] = match;
  const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  return Number.isNaN(time) ? undefined : time;
}
