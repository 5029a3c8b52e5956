// Which accounts a machine identity can act as, drawn and listed.
import { type ReactNode, useMemo } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { useApi } from '../../api/api.ts';
import { useEntryState } from '../../app/entry-state.ts';
import { Button } from '../../components/controls/button.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Count } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { ObjectLink } from '../../objects/object-link.tsx';
import { useSourceName } from '../../objects/sources.ts';
import { reasonWords } from '../../objects/step-reasons.ts';
import styles from './access.module.css';
import type { Graph, GraphNode, GraphStep } from './graph/access-graph.ts';
import { GraphView } from './graph/graph-view.tsx';
import { layered } from './graph/layers.ts';
import { StepList } from './graph/step-list.tsx';
import { Details } from './step-details.tsx';

type Answer = Schemas['BlastRadius'];

/** Further examples are drawn when the reader asks. */
const chainsAtFirst = 12;

export function BlastRadius({ id, name }: { readonly id: string; readonly name: string }): ReactNode {
  const query = useApi('get', '/v1/accounts/{id}/blast-radius', { params: { path: { id } } });
  return (
    <Panel title="Whom it can act as (blast radius)">
      <p>
        <ObjectLink type="Account" id={id} name={name} />
      </p>
      <QueryView query={query} awaited="the blast radius">
        {answer => <Radius answer={answer} name={name} />}
      </QueryView>
    </Panel>
  );
}

function Radius({ answer, name }: { readonly answer: Answer; readonly name: string }): ReactNode {
  const sourceName = useSourceName();
  const [isWhole, setWhole] = useEntryState('whole blast radius', false);
  const chains = isWhole ? answer.chains : answer.chains.slice(0, chainsAtFirst);
  const graph = useMemo(() => graphOfChains(answer.id, name, chains), [answer.id, name, chains]);
  const [selected, setSelected] = useEntryState<string | undefined>('selected step', undefined);
  if (answer.count === 0) return <p>It can act as no other account, as far as the sources show.</p>;
  return (
    <>
      <p>
        {answer.count === undefined ? (
          'How many other accounts it can act as is not known: the pages of the sources say what was not read'
        ) : (
          <>
            It can act as{' '}
            <strong>
              <Count>{answer.count}</Count> {answer.count === 1 ? 'other account' : 'other accounts'}
            </strong>
            , directly or through others
          </>
        )}
        {chains.length !== answer.count && `; ${chains.length.toLocaleString()} examples are drawn`}.{' '}
        {chains.length < answer.chains.length && (
          <Button onClick={() => setWhole(true)}>Draw {answer.chains.length.toLocaleString()} examples</Button>
        )}
      </p>
      <ul className={styles.counts} aria-label="By source and type">
        {answer.counts.map(({ applicationInstanceId, type, count }) => (
          <li key={`${applicationInstanceId} ${type}`}>
            <Text line>{sourceName(applicationInstanceId)}</Text> {type}: <Count>{count}</Count>
          </li>
        ))}
      </ul>
      <div className={styles.split}>
        <div className={styles.side}>
          <StepList
            graph={graph}
            isBack={false}
            selected={selected}
            onSelect={setSelected}
            onExpand={() => undefined}
            details={<Details graph={graph} selected={selected} onSelect={setSelected} />}
          />
        </div>
        <GraphView graph={graph} selected={selected} onSelect={setSelected} ends={[answer.id]} />
      </div>
    </>
  );
}

function graphOfChains(id: string, name: string, chains: Answer['chains']): Graph {
  const nodes = new Map<string, GraphNode>([
    [id, { key: id, objectId: id, type: 'Account', name, layer: 0, stepCount: 0 }],
  ]);
  const steps = new Map<string, GraphStep>();
  for (const chain of chains) {
    let from = id;
    for (const { objectId, objectType, objectName, reason, evidence, evidenceId } of chain) {
      const node = { key: objectId, objectId, type: objectType, name: objectName ?? objectId, layer: 0, stepCount: 0 };
      if (objectId !== id) nodes.set(objectId, node);
      const key = `${from} ${reason} ${objectId}`;
      steps.set(key, {
        key,
        kind: 'Impersonation',
        id: evidenceId,
        relationship: reason === 'Membership' ? 'EntityManagedViaObject' : 'EntityAssignedAccessToObject',
        from,
        to: objectId,
        permissions: [],
        reason: reasonWords[reason],
        evidence,
      });
      from = objectId;
    }
  }
  return layered({ nodes, steps }, false);
}
