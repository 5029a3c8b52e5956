// The fields of an object, in the groups of the reference: by who fills them.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type DescribedField, fieldAbout, schemaQuery } from '../../api/fields.ts';
import { useEntryState } from '../../app/entry-state.ts';
import { Button } from '../../components/controls/button.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Coded } from '../../components/text/coded.tsx';
import { NotKnown } from '../../components/text/number.tsx';
import { useIsAssumed } from '../../objects/assumed-fields.ts';
import { useObjectNames } from '../../objects/object-names.ts';
import type { KnownType } from '../../objects/object-types.ts';
import { targetOf } from '../../objects/schema.ts';
import type { ServedObject } from '../../objects/served-object.ts';
import { FieldValue } from './field-value.tsx';
import { Folded } from './folded.tsx';
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
  return (
    <QueryView query={schema} awaited="what the fields mean">
      {resources => (
        <Groups
          type={type.type}
          object={object}
          fields={resources.find(each => each.type === type.type)?.fields ?? []}
        />
      )}
    </QueryView>
  );
}

interface GroupsProps {
  readonly type: string;
  readonly object: ServedObject;
  /** All fields of the type. */
  readonly fields: readonly DescribedField[];
}

function Groups({ type, object, fields }: GroupsProps): ReactNode {
  const [areMeaningsShown, setMeaningsShown] = useEntryState('what fields mean', false);
  const known = fields.filter(({ name }) => object[name] !== undefined);
  const targets = new Map(known.map(({ name }) => [name, targetOf(name, object, fields)]));
  const ids = known.filter(({ name }) => targets.get(name) !== undefined).flatMap(({ name }) => object[name]);
  const isAssumed = useIsAssumed(type);
  const nameOf = useObjectNames(ids.map(String));
  const toggle = (
    <Button look="quiet" aria-pressed={areMeaningsShown} onClick={() => setMeaningsShown(!areMeaningsShown)}>
      {areMeaningsShown ? 'Hide what they mean' : 'What they mean'}
    </Button>
  );
  const shown = groups.filter(({ filledBy }) => known.some(field => field.filledBy === filledBy));
  return (
    <Panel title="Fields" actions={toggle}>
      {shown.map(({ filledBy, title }, index) => (
        <Folded
          key={filledBy}
          title={title}
          count={known.filter(field => field.filledBy === filledBy).length}
          isOpenAtFirst={index === 0}
        >
          <dl className={styles.fields}>
            {known
              .filter(field => field.filledBy === filledBy)
              .map(field => (
                <div key={field.name}>
                  <dt title={fieldAbout(field)}>
                    {field.label}
                    {areMeaningsShown && (
                      <small>
                        <Coded>{field.description}</Coded> <code>{field.name}</code>
                      </small>
                    )}
                  </dt>
                  <dd>
                    {isAssumed(object, field.name) === undefined && field.dataType === 'boolean' ? (
                      '…'
                    ) : isAssumed(object, field.name) ? (
                      <NotKnown />
                    ) : (
                      <FieldValue field={field} object={object} target={targets.get(field.name)} nameOf={nameOf} />
                    )}
                  </dd>
                </div>
              ))}
          </dl>
        </Folded>
      ))}
    </Panel>
  );
}
