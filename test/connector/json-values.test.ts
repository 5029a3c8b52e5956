// Values of JSON answers, whatever their form.
import { expect, it } from 'vitest';
import { timeAt } from '../../src/connector/json-values.ts';
import { timestamp } from '../../src/resources/types/scalars.ts';

it.each(['2026-02-10T12:00:00Z', '2021-09-01T20:02:52.5215466Z', '2026-02-10T12:00:00.000+01:00'])(
  '%s is a time, and one that the service lands',
  text => {
    expect(timeAt({ at: text }, 'at')).toBe(text);
    expect(timestamp.safeParse(text).success).toBe(true);
  },
);

it.each(['ztZ.12', '12', '2026-02-10', '2026-02-30T12:00:00Z', '2026-02-30T99:00:00Z', '10/02/2026', '', null, 7, {}])(
  '%j is no time',
  value => expect(timeAt({ at: value }, 'at')).toBeUndefined(),
);
