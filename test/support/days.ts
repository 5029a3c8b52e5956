const day = 86_400_000;

/**
 * The start of a day (UTC), as ISO text: `days` before today, or after it where negative. The service counts whole days between dates,
 * so a time some hours off is a day more or less in some hours of the day.
 */
export const daysAgo = (days: number): string => new Date((Math.floor(Date.now() / day) - days) * day).toISOString();
