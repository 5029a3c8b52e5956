// fast-check takes its seed from the clock, unless it is told one.
import fc from 'fast-check';
import { testSeed } from '../random.ts';

fc.configureGlobal({ seed: testSeed() });
