// What `rolecall up` advises when it is up.

/**
 * Commands for another terminal, one a line.
 * @param command how the program is called here, with its options
 * @param sources the ids of all sources; none: there is nothing to read yet
 */
export function nextSteps(command: string, baseUrl: string, sources: readonly string[]): string[] {
  const [first] = sources;
  if (first === undefined) return [`${command} sources add --help`];
  return [
    `${command} get "/v1/accounts?pageSize=3"`,
    `${command} sources`,
    `${command} sync ${sources.includes('this-host') ? 'this-host' : first}`,
    `curl -H "Authorization: Bearer $(${command} token)" ${baseUrl}/v1/non-human-identities`,
  ];
}
