// `npm run check -- --long` runs the long form of the tests: also the files `*.long.test.ts`, and more random input in the others.
import process from 'node:process';

export const isLong = process.env['ROLECALL_LONG_TESTS'] === '1';
