// Some tests have a long form that takes more than a minute; `npm run check -- --long` runs it.
import process from 'node:process';

export const isLong = process.env['ROLECALL_LONG_TESTS'] === '1';
