// Conditions of policies as conditions of entitlements.
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import type { Condition } from '../policy/document.ts';

/** @returns undefined when there are none */
export function entitlementConditions(conditions: readonly Condition[]) {
  if (conditions.length === 0) return undefined;
  const [first] = conditions;
  return {
    context: conditions.flatMap(({ operator, key, values }) =>
      metadataItems('aws', { [`${operator} ${key}`]: values.length > 0 ? [...values] : undefined }),
    ),
    // The form of the interface has one comparison.
    ...(conditions.length === 1 && {
      rootOperator: {
        type: 'Array',
        operator: {
          arrayOpKey: { type: 'Function', value: first!.key },
          arrayOpType: first!.operator,
          arrayOpValue: {
            values: first!.values.map(value => ({
              staticConditionValueType: first!.key,
              staticConditionValueData: value,
            })),
          },
        },
      },
    }),
  };
}
