/** The last day of an acceptance, in UTC: `2027-03-31`. It ends with that day, and the service gives the midnight after it. */
export const lastDayOf = (acceptedUntil: string): string =>
  new Date(Date.parse(acceptedUntil) - 1).toISOString().slice(0, 10);
