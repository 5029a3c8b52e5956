import type { ReactNode } from 'react';
import type { DescribedField } from '../../api/fields.ts';
import { NotKnown } from '../../components/text/number.tsx';
import { Value } from '../../components/text/value.tsx';
import { useIsAssumed } from '../../objects/assumed-fields.ts';
import { FieldText } from '../../objects/field-text.tsx';
import { ObjectLink } from '../../objects/object-link.tsx';
import { useFieldLabel } from '../../objects/schema.ts';
import type { ServedObject } from '../../objects/served-object.ts';
import styles from './object.module.css';

interface FieldValueProps {
  readonly field: DescribedField;
  readonly object: ServedObject;
  /** The type of object that the field names by global ids; undefined for other fields. */
  readonly target: string | undefined;
  readonly nameOf: (id: string) => string | undefined;
}

/** The value of a field. Global ids of other objects open them. */
export function FieldValue({ field, object, target, nameOf }: FieldValueProps): ReactNode {
  const value = object[field.name];
  if (target !== undefined && typeof value === 'string') {
    return <ObjectLink type={target} id={value} name={nameOf(value)} />;
  }
  if (target !== undefined && Array.isArray(value)) {
    return value.map(id => (
      <div key={String(id)}>
        <ObjectLink type={target} id={String(id)} name={nameOf(String(id))} />
      </div>
    ));
  }
  if (isFacts(value)) return <Facts facts={value} object={object} />;
  if (typeof value === 'object' && value !== null && !isTexts(value)) return <Members value={value} />;
  return <FieldText format={field.format}>{value}</FieldText>;
}

const isTexts = (value: object) => Array.isArray(value) && value.every(item => typeof item !== 'object');

/** A value with a name, as the evidence of a risk and the other facts of an account have them. */
interface NamedFact {
  readonly name: string;
  readonly value: unknown;
}

const isFacts = (value: unknown): value is readonly NamedFact[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(item => typeof item?.name === 'string' && 'value' in item && 'type' in item);

interface FactsProps {
  readonly facts: readonly NamedFact[];
  readonly object: ServedObject;
}

/** The evidence of a risk are fields of the object at risk: its source may not say them. */
function Facts({ facts, object }: FactsProps): ReactNode {
  const type = String(object['entityType']);
  const labelOf = useFieldLabel();
  const isAssumed = useIsAssumed(type);
  const shown = ({ name, value }: NamedFact) => {
    const isDefault = isAssumed(object, name);
    if (isDefault === undefined && typeof value === 'boolean') return '…';
    if (isDefault) return <NotKnown />;
    return typeof value === 'object' && value !== null && !isTexts(value) ? (
      <Members value={value} />
    ) : (
      <Value>{value}</Value>
    );
  };
  return (
    <dl className={styles.members}>
      {facts.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, and the facts keep their places
        <div key={index}>
          <dt title={fact.name}>{labelOf(type, fact.name)}</dt>
          <dd>{shown(fact)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A nested value, member by member. */
function Members({ value }: { readonly value: object }): ReactNode {
  if (Array.isArray(value)) {
    return (
      <ul className={styles.items}>
        {value.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a field keep their places
          <li key={index}>
            {typeof item === 'object' && item !== null ? <Members value={item} /> : <Value>{item}</Value>}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <dl className={styles.members}>
      {Object.entries(value).map(([name, member]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {typeof member === 'object' && member !== null && !isTexts(member) ? (
              <Members value={member} />
            ) : (
              <Value>{member}</Value>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
