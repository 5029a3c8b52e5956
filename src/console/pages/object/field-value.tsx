import type { ReactNode } from 'react';
import { Value } from '../../components/text/value.tsx';
import { FieldText } from '../../objects/field-text.tsx';
import { ObjectLink } from '../../objects/object-link.tsx';
import type { DescribedField } from '../../objects/schema.ts';
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
  if (typeof value === 'object' && value !== null && !isTexts(value)) return <Members value={value} />;
  return <FieldText format={field.format}>{value}</FieldText>;
}

const isTexts = (value: object) => Array.isArray(value) && value.every(item => typeof item !== 'object');

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
