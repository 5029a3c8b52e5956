/** For an option that may be given several times: its values in a list. */
export function collect(value: string, former: readonly string[]): string[] {
  return [...former, value];
}
