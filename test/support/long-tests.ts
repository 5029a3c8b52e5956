// Tests that are worth more than a minute have a long form, which `npm run check -- --long` runs.
import process from 'node:process';

export const isLong = process.env['ROLECALL_LONG_TESTS'] === '1';
