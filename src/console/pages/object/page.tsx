// Everything about one object: its fields, who has access to it or what it reaches, its memberships, owners, risks and history.
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DisableAll } from '../../actions/bulk-actions.tsx';
import { ObjectActions } from '../../actions/object-actions.tsx';
import type { Subject } from '../../actions/subject.ts';
import { isMissing } from '../../api/api-error.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Awaited } from '../../components/feedback/loading.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Page, Panel } from '../../components/layout/page.tsx';
import { AccessLinks } from '../../objects/access-links.tsx';
import { type KnownType, knownType } from '../../objects/object-types.ts';
import { usableAccountsSql } from '../../objects/person-accounts.ts';
import { applicationInstanceOf, nameOf, objectQuery, type ServedObject } from '../../objects/served-object.ts';
import { Access } from './access.tsx';
import { AccountAnswer } from './account-answer.tsx';
import { BeingRead } from './being-read.tsx';
import { Fields } from './fields.tsx';
import { Folded } from './folded.tsx';
import { History } from './history.tsx';
import { Marks } from './marks.tsx';
import styles from './object.module.css';
import { relationsOf } from './relations.ts';
import { Relations } from './relations-panels.tsx';
import { ViolationAnswer } from './violation-answer.tsx';

export const page = createLazyRoute('/objects/$type/$id')({ component: ObjectPage });

function ObjectPage(): ReactNode {
  const { type, id } = useParams({ from: '/objects/$type/$id' });
  const known = knownType(type);
  if (!known) {
    return (
      <Page title="No such type">
        <EmptyState title={`There are no objects of the type ${type.slice(0, 100)}`} />
      </Page>
    );
  }
  return <KnownObject key={id} type={known} id={id} />;
}

function KnownObject({ type, id }: { readonly type: KnownType; readonly id: string }): ReactNode {
  const query = useQuery(objectQuery(type, id));
  const isGone = isMissing(query.error);
  return (
    <Page
      title={query.data ? nameOf(query.data) : type.one}
      about={query.data ? <Marks type={type} object={query.data} /> : query.isLoading && <Awaited />}
      actions={
        !query.isError && (
          <>
            {type.type === 'Person' && (
              <DisableAll sql={usableAccountsSql} parameters={{ person: id }} label="Disable every account" />
            )}
            <AccessLinks type={type.type} id={id} />
          </>
        )
      }
    >
      {isGone ? (
        <EmptyState title={`There is no ${type.one.toLowerCase()} at this address`}>
          It has vanished from its source, or you may not see it. <Link to="/search">Search for it</Link>
        </EmptyState>
      ) : (
        <QueryView query={query} awaited="the object">
          {object => <Everything type={type} id={id} object={object} />}
        </QueryView>
      )}
      {/* An object that is gone still has a history. */}
      {query.isError && <History type={type.type} id={id} />}
    </Page>
  );
}

interface EverythingProps {
  readonly type: KnownType;
  readonly id: string;
  readonly object: ServedObject;
}

function Everything({ type, id, object }: EverythingProps): ReactNode {
  return (
    // One below the other: tables have too many columns for a part of the width.
    <div className={styles.parts} data-in-order>
      {type.type === 'Account' && <BeingRead id={id} />}
      {type.type === 'Account' && <AccountAnswer id={id} account={object} />}
      {type.type === 'RiskViolation' && <ViolationAnswer id={id} violation={object} />}
      <ObjectActions subject={subjectOf(type, id, object)} />
      <Access type={type} id={id} object={object} />
      <Relations id={id} relations={relationsOf(type.type)} />
      <Fields type={type} object={object} />
      <History type={type.type} id={id} />
      <Panel title="As the API sends it">
        <Folded title="JSON">
          <pre className={styles.raw}>
            <bdi>{JSON.stringify(object, undefined, 2)}</bdi>
          </pre>
        </Folded>
      </Panel>
    </div>
  );
}

function subjectOf({ type }: KnownType, id: string, object: ServedObject): Subject {
  return {
    type,
    id,
    name: nameOf(object),
    applicationInstanceId: applicationInstanceOf(object) ?? '',
    enabled: typeof object['enabled'] === 'boolean' ? object['enabled'] : undefined,
  };
}
