// Whether what a reading brings can land: nothing is rejected, and each record has the form of its resource, as Ajv judges it.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { landingSchema } from '../../../src/resources/json-schema.ts';
import { resourceOf } from '../../../src/resources/registry.ts';
import { type Reading, rejectionsOf } from './reading.ts';

const validators = new Map<string, ValidateFunction>();

function validatorOf(type: string): ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  const validate = validators.get(type) ?? ajv.compile(landingSchema(resourceOf(type)!));
  validators.set(type, validate);
  return validate;
}

export const isLandable = (type: string, record: unknown): boolean => validatorOf(type)(record);

/** Rejections, and records that are not of the form of their resource, with the reasons. */
export const misfitsOf = (reading: Reading): unknown[] => [
  ...rejectionsOf(reading),
  ...[...reading].flatMap(([type, { records }]) => {
    const validate = validatorOf(type);
    return [...records.values()].flatMap(record =>
      validate(record) ? [] : [{ type, record, errors: validate.errors }],
    );
  }),
];
