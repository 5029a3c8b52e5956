// The fields of an object, in the groups of the reference: by who fills them.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Panel } from '../../components/layout/page.tsx';
import type { KnownType } from '../../objects/object-types.ts';
import { type DescribedField, schemaQuery } from '../../objects/schema.ts';
import type { ServedObject } from '../../objects/served-object.ts';
import { FieldValue } from './field-value.tsx';
import styles from './object.module.css';

const groups: readonly { readonly filledBy: DescribedField['filledBy']; readonly title: string }[] = [
  { filledBy: 'connector', title: 'From the source' },
  { filledBy: 'enrichment', title: 'Found by comparing sources' },
  { filledBy: 'analytics', title: 'Computed' },
  { filledBy: 'system of record', title: 'From the system of record' },
  { filledBy: 'landing', title: 'Where and when it was read' },
];

export function Fields({ type, object }: { readonly type: KnownType; readonly object: ServedObject }): ReactNode {
  const schema = useQuery(schemaQuery);
  const [areMeaningsShown, setMeaningsShown] = useState(false);
  return (
    <QueryView query={schema} awaited="what the fields mean">
      {resources => {
        const described = resources.find(each => each.type === type.type)?.fields ?? [];
        const known = described.filter(({ name }) => object[name] !== undefined);
        return groups.map(({ filledBy, title }, index) => {
          const fields = known.filter(field => field.filledBy === filledBy);
          if (fields.length === 0) return undefined;
          const toggle = (
            <Button look="quiet" aria-pressed={areMeaningsShown} onClick={() => setMeaningsShown(!areMeaningsShown)}>
              {areMeaningsShown ? 'Hide what they mean' : 'What they mean'}
            </Button>
          );
          return (
            <Panel key={filledBy} title={title} actions={index === 0 && toggle}>
              <dl className={styles.fields}>
                {fields.map(field => (
                  <div key={field.name}>
                    <dt title={field.description}>
                      {field.name}
                      {areMeaningsShown && <small>{field.description}</small>}
                    </dt>
                    <dd>
                      <FieldValue field={field} object={object} fields={described} />
                    </dd>
                  </div>
                ))}
              </dl>
            </Panel>
          );
        });
      }}
    </QueryView>
  );
}
