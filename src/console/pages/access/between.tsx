// Both ends are chosen: every path between them, what denials take away, and which single grant ends the access.
import { type ReactNode, useMemo } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { useApi } from '../../api/api.ts';
import { useEntryState } from '../../app/entry-state.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Text } from '../../components/text/text.tsx';
import type { End } from '../../objects/ends.ts';
import { knownType } from '../../objects/object-types.ts';
import { type Since, SinceText, useSince } from '../../objects/since.tsx';
import styles from './access.module.css';
import { Legend } from './around.tsx';
import type { Graph, GraphNode, GraphStep } from './graph/access-graph.ts';
import { useGrantNames } from './graph/grant-names.ts';
import { GraphView } from './graph/graph-view.tsx';
import { layered } from './graph/layers.ts';
import { StepLine } from './graph/step-list.tsx';
import { permissionWords, reachWords } from './graph/words.ts';
import { Details } from './step-details.tsx';

type Answer = Schemas['AccessPaths'];
type Step = Pick<Answer['paths'][number]['steps'][number], 'id' | 'from' | 'to'> & { readonly kind: GraphStep['kind'] };

const mostPaths = 100;
const pathsOfAccount = '/v1/accounts/{id}/access/{objectId}/paths';

export function Between({ from, to }: { readonly from: End; readonly to: End }): ReactNode {
  // The paths from all types have the same parameters.
  const path = `${knownType(from.type)!.collections[0]!.path}/{id}/access/{objectId}/paths` as typeof pathsOfAccount;
  const query = useApi('get', path, {
    params: { path: { id: from.id, objectId: to.id }, query: { limit: mostPaths } },
  });
  return (
    <QueryView query={query} awaited="the paths">
      {answer => <Paths key={`${from.id} ${to.id}`} answer={answer} />}
    </QueryView>
  );
}

function Paths({ answer }: { readonly answer: Answer }): ReactNode {
  const unnamed = useMemo(() => graphOfPaths(answer), [answer]);
  const names = useGrantNames(
    [...unnamed.steps.values()].flatMap(({ kind, id }) => (kind === 'Grant' && id ? [id] : [])),
  );
  const graph = withGrantNames(unnamed, names);
  const [selected, setSelected] = useEntryState<Selected | undefined>('selected step', undefined);
  const { account, object, paths, permissions, since, denials } = answer;
  const [verb, granted] = reachWords(permissions, object.objectType);
  const ages = useSince([...graph.steps.values()].flatMap(({ id }) => (id === undefined ? [] : [id])));
  const chooseHere = (key: string | undefined) => setSelected(key === undefined ? undefined : { key });
  return (
    <>
      <Panel title="Answer">
        <p className={styles.answer}>
          <Text>{account.objectName ?? account.objectId}</Text>{' '}
          <strong>{paths.length > 0 ? verb : 'does not reach'}</strong>{' '}
          <Text>{object.objectName ?? object.objectId}</Text>
          {paths.length > 0 && granted}
          <GivenBy graph={graph} />
          {paths.length > 0 && `, on ${paths.length.toLocaleString()} ${paths.length === 1 ? 'path' : 'paths'}`}
          {!answer.isComplete && ' or more'}.
        </p>
        {since && (
          <p>
            It has had this access <SinceText since={since} form="whole" />.
          </p>
        )}
        <Ending answer={answer} />
        {denials.length > 0 && (
          <p>
            {denials.length === 1 ? 'A denial takes' : `${denials.length} denials take`} something away; the lines in
            red show it.
          </p>
        )}
      </Panel>
      {graph.steps.size > 0 && (
        <Panel title="Paths">
          <div className={styles.split}>
            <div className={styles.side}>
              {selected && selected.place === undefined && (
                <Details graph={graph} selected={selected.key} onSelect={chooseHere} account={accountOf(answer)} />
              )}
              <PathList answer={answer} graph={graph} ages={ages} selected={selected} onSelect={setSelected} />
            </div>
            <GraphView
              // Without names, which it does not draw: another graph would be drawn anew.
              graph={unnamed}
              selected={selected?.key}
              onSelect={chooseHere}
              ends={[account.objectId, object.objectId]}
            />
          </div>
          <Legend />
        </Panel>
      )}
    </>
  );
}

const withGrantNames = ({ nodes, steps }: Graph, names: ReadonlyMap<string, string>): Graph => ({
  nodes,
  steps: new Map([...steps].map(([key, step]) => [key, { ...step, grantName: names.get(step.id ?? '') }])),
});

/** The most grants that the answer names. The list of paths has all of them. */
const mostNamed = 3;

/** ", by Owner on rolecall": the permissions alone would understate what a grant is. */
function GivenBy({ graph: { nodes, steps } }: { readonly graph: Graph }): ReactNode {
  const named = [...steps.values()].flatMap(({ kind, to, grantName }) =>
    kind === 'Grant' && grantName !== undefined ? [{ grantName, on: nodes.get(to)!.name }] : [],
  );
  const grants = [...new Map(named.map(each => [`${each.grantName} ${each.on}`, each])).values()];
  return (
    <>
      {grants.slice(0, mostNamed).map(({ grantName, on }, index) => (
        <span key={`${grantName} ${on}`}>
          {index === 0 ? ', by ' : ' and '}
          <strong>
            <Text>{grantName}</Text>
          </strong>{' '}
          on <Text>{on}</Text>
        </span>
      ))}
      {grants.length > mostNamed && ` and ${(grants.length - mostNamed).toLocaleString()} other grants`}
    </>
  );
}

/** Paths may begin at a group or role, too. */
const accountOf = ({ account: { objectType, objectId } }: Answer) => (objectType === 'Account' ? objectId : undefined);

/** What the reader has chosen. */
interface Selected {
  /** Of a node or step. */
  readonly key: string;
  /** Where in the list: the same step may be in several paths. Absent: in the drawing. */
  readonly place?: string;
}

interface PartProps {
  readonly answer: Answer;
  readonly graph: Graph;
  readonly ages: ReadonlyMap<string, Since>;
  readonly selected: Selected | undefined;
  readonly onSelect: (selected: Selected) => void;
}

/** Which single grant or membership ends the access. */
function Ending({ answer: { paths, criticalSteps, denials } }: Pick<PartProps, 'answer'>): ReactNode {
  if (paths.length === 0) {
    return (
      <EmptyState title="There is no path">
        {denials.length > 0
          ? 'Denials take away what was granted.'
          : 'No grant in force leads there, as far as the sources show. Choose another pair, or take one end away to see all that it reaches.'}
      </EmptyState>
    );
  }
  if (criticalSteps === undefined) {
    return <p>The graph between the two is too large to tell which single grant ends the access.</p>;
  }
  if (criticalSteps.length === 0) {
    return <p>No single grant ends the access: there are several ways that share none. Each path has to be closed.</p>;
  }
  return (
    <p>
      {criticalSteps.length === 1
        ? 'Taking away the one step that is marked below ends the access.'
        : `Taking away any one of the ${criticalSteps.length} steps that are marked below ends the access.`}
    </p>
  );
}

function PathList({ answer, graph, ages, selected, onSelect }: PartProps): ReactNode {
  const { paths, denials } = answer;
  const line = (step: Step, list: string) => {
    const key = stepKey(step);
    const place = `${list} ${key}`;
    return (
      <li key={key}>
        <StepLine
          graph={graph}
          step={graph.steps.get(key)!}
          isSelected={key === selected?.key}
          note={step.id !== undefined && <SinceText since={ages.get(step.id)} form="line" />}
          onSelect={() => onSelect({ key, place })}
        />
        {place === selected?.place && (
          <Details
            graph={graph}
            selected={key}
            onSelect={chosen => onSelect({ key: chosen })}
            account={accountOf(answer)}
          />
        )}
      </li>
    );
  };
  return (
    <>
      <ol className={styles.paths} aria-label="The paths">
        {paths.map((path, index) => (
          <li key={path.steps.map(stepKey).join()}>
            <h3>
              Path {index + 1}: {path.hops === 1 ? 'direct' : `${path.hops} steps`}, gives{' '}
              {permissionWords(path.permissions)}
            </h3>
            <ul className={styles.steps}>{path.steps.map(step => line(step, `path ${index}`))}</ul>
          </li>
        ))}
      </ol>
      {denials.length > 0 && (
        <>
          <h3>Denials</h3>
          <ul className={styles.steps}>{denials.map(denial => line({ ...denial, kind: 'Denial' }, 'denials'))}</ul>
        </>
      )}
    </>
  );
}

const stepKey = ({ kind, id, from, to }: Step): string => `${kind} ${id ?? ''} ${from.objectId} ${to.objectId}`;

/** All paths, and the denials, in one graph. */
function graphOfPaths({ account, object, paths, criticalSteps, denials }: Answer): Graph {
  const nodes = new Map<string, GraphNode>();
  const steps = new Map<string, GraphStep>();
  const place = ({ objectId, objectType, objectName }: typeof account) => {
    const name = objectName ?? `not read: ${objectId}`;
    nodes.set(objectId, { key: objectId, objectId, type: objectType, name, layer: 0, stepCount: 0 });
  };
  const critical = new Set(criticalSteps?.map(stepKey));
  const connect = (step: Step, permissions: readonly string[]) => {
    const key = stepKey(step);
    place(step.from);
    place(step.to);
    const isCritical = critical.has(key);
    steps.set(key, { key, ...step, from: step.from.objectId, to: step.to.objectId, permissions, isCritical });
  };
  place(account);
  for (const path of paths) {
    for (const step of path.steps) connect(step, step.kind === 'Grant' ? path.permissions : []);
  }
  for (const denial of denials) connect({ ...denial, kind: 'Denial' }, denial.permissions);
  if (paths.length > 0) place(object);
  return layered({ nodes, steps }, false);
}
