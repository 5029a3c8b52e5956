// From anyone to anything: who reaches what, through what, and what ends it. Both ends are in the address.
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Awaited } from '../../components/feedback/loading.tsx';
import { Page } from '../../components/layout/page.tsx';
import { reachableTypes, whoTypes } from '../../objects/access-links.tsx';
import { type End, endText, parseEnd } from '../../objects/ends.ts';
import { ObjectPicker } from '../../objects/object-picker.tsx';
import { knownType } from '../../objects/object-types.ts';
import { hasBlastRadius, nameOf, objectQuery } from '../../objects/served-object.ts';
import styles from './access.module.css';
import { accessSearch } from './access-search.ts';
import { Administrators } from './administrators.tsx';
import { Around } from './around.tsx';
import { Between } from './between.tsx';
import { BlastRadius } from './blast-radius.tsx';
import { OfPerson } from './of-person.tsx';
import { Owners } from './owners.tsx';
import { hasReachList, ReachList } from './reach-list.tsx';
import { Start } from './start.tsx';

export const page = createLazyRoute('/access')({ component: AccessPage });

function AccessPage(): ReactNode {
  const search = useSearch({ from: '/access', select: accessSearch });
  const navigate = useNavigate();
  const from = parseEnd(search.from, whoTypes);
  const to = parseEnd(search.to, reachableTypes);
  const choose = (changed: { from?: End | undefined; to?: End | undefined }) => {
    const ends = { from, to, ...changed };
    const text = { ...(ends.from && { from: endText(ends.from) }), ...(ends.to && { to: endText(ends.to) }) };
    void navigate({ to: '/access', search: text });
  };
  return (
    <Page
      title="Access"
      about="Who reaches what, through which groups, roles and grants, and which single grant ends it."
    >
      <div className={styles.ends}>
        <ObjectPicker
          label="From: who"
          placeholder="A person, account, group or role"
          types={whoTypes}
          chosen={from}
          onChoose={end => choose({ from: end })}
        />
        <ArrowRight size={18} aria-hidden="true" className={styles.arrow} />
        <ObjectPicker
          label="To: what"
          placeholder="A resource, application, role, group"
          types={reachableTypes}
          chosen={to}
          onChoose={end => choose({ to: end })}
        />
      </div>
      <Answer from={from} to={to} layers={search.layers} each={search.each} />
    </Page>
  );
}

interface AnswerProps {
  readonly from: End | undefined;
  readonly to: End | undefined;
  readonly layers: number | undefined;
  readonly each: number | undefined;
}

function Answer({ from, to, layers, each }: AnswerProps): ReactNode {
  if (from?.type === 'Person') return <OfPerson id={from.id} to={to} />;
  if (from && to) return <Between from={from} to={to} />;
  if (from) return <OneEnd key={`from ${endText(from)}`} end={from} isBack={false} layers={layers} each={each} />;
  if (to) return <OneEnd key={`to ${endText(to)}`} end={to} isBack layers={layers} each={each} />;
  return <Start />;
}

interface OneEndProps extends Pick<AnswerProps, 'layers' | 'each'> {
  readonly end: End;
  readonly isBack: boolean;
}

function OneEnd({ end, isBack, layers, each }: OneEndProps): ReactNode {
  const { data: object, isLoading } = useQuery(objectQuery(knownType(end.type)!, end.id));
  const isMachine = end.type === 'Account' && (object?.['type'] === 'Machine' || object?.['type'] === 'Token');
  const isHost = end.type === 'ResourceInstance' && object?.['resourceClass'] === 'host';
  return (
    <>
      {isLoading && <Awaited />}
      {isBack && isHost && <Administrators host={end.id} hostName={nameOf(object)} />}
      {!isBack && isMachine && <Owners account={end.id} isKey={object?.['type'] === 'Token'} />}
      {!isBack && end.type === 'Account' && object && hasBlastRadius(object) && (
        <BlastRadius id={end.id} name={nameOf(object)} />
      )}
      {/* The answer is the list; the picture shows through what. */}
      {hasReachList(end, isBack) && <ReachList end={end} isBack={isBack} />}
      <Around end={end} isBack={isBack} layers={layers} each={each} />
    </>
  );
}
