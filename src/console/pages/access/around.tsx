// One end is chosen: what it reaches, or who reaches it. The graph grows layer by layer; the list has the result with its permissions.
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEntryState } from '../../app/entry-state.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Panel } from '../../components/layout/page.tsx';
import type { End } from '../../objects/ends.ts';
import styles from './access.module.css';
import { type Graph, type GraphNode, moreKey, nodeWithMore } from './graph/access-graph.ts';
import { GraphView } from './graph/graph-view.tsx';
import { boxWords } from './graph/legend.ts';
import { StepList } from './graph/step-list.tsx';
import { Details, ExpandButtons } from './step-details.tsx';
import { useGraph } from './use-graph.ts';

/** One layer at a time: the reader opens what leads on. */
const defaults = { layers: 1, each: 12 };
const choicesOfEach = [12, 50, 200, 1000, 5000];
const mostLayers = 10;

interface AroundProps {
  readonly end: End;
  /** Follow the graph back: who reaches the object. */
  readonly isBack: boolean;
  readonly layers?: number | undefined;
  readonly each?: number | undefined;
}

export function Around({ end, isBack, layers = defaults.layers, each = defaults.each }: AroundProps): ReactNode {
  const { query, graph, collapsed, problem, expand, collapse, open, closeAll } = useGraph(end, {
    isBack,
    layers,
    each,
  });
  const [selected, setSelected] = useEntryState<string | undefined>('selected step', undefined);
  const choose = (key: string | undefined) => {
    const hidden = key === undefined ? undefined : nodeWithMore(graph, key);
    if (hidden) void expand(hidden);
    else if (key !== undefined && graph.nodes.get(key)?.type === 'Accounts') open(key);
    else setSelected(key);
  };
  const actionsOf = (node: GraphNode) => (
    <ExpandButtons
      node={node}
      isCollapsed={collapsed.has(node.key)}
      hasMore={graph.nodes.has(moreKey(node.key))}
      onExpand={expand}
      onCollapse={collapse}
    />
  );
  return (
    <Panel
      title={isBack ? 'Through what it is reached' : 'Through what it reaches'}
      actions={graph.steps.size > 0 && <LayerControls layers={layers} each={each} graph={graph} onGroup={closeAll} />}
    >
      <QueryView query={query} awaited="the graph of access">
        {() =>
          graph.steps.size === 0 ? (
            <NothingLeadsOn isBack={isBack} />
          ) : (
            <div className={styles.split}>
              <div className={styles.side}>
                {problem !== null && <ErrorPanel error={problem} what="More of the graph could not be read" />}
                <StepList
                  graph={graph}
                  isBack={isBack}
                  selected={selected}
                  onSelect={choose}
                  onExpand={expand}
                  details={<Details graph={graph} selected={selected} onSelect={setSelected} actionsOf={actionsOf} />}
                />
              </div>
              <GraphView
                graph={graph}
                isBack={isBack}
                selected={selected}
                onSelect={choose}
                ends={[graph.nodes.keys().next().value!]}
              />
            </div>
          )
        }
      </QueryView>
      {graph.steps.size > 0 && <Legend />}
    </Panel>
  );
}

function NothingLeadsOn({ isBack }: { readonly isBack: boolean }): ReactNode {
  return isBack ? (
    <EmptyState title="No grant or membership leads to it">
      As far as the sources show, nobody reaches it. The page of sources says what they could not read.
    </EmptyState>
  ) : (
    <EmptyState title="It reaches nothing itself">
      No source has a grant or a membership of it that is in force. The page of sources says what they could not read.
    </EmptyState>
  );
}

function LayerControls({
  layers,
  each,
  graph,
  onGroup,
}: {
  readonly layers: number;
  readonly each: number;
  readonly graph: Graph;
  /** Draws accounts that were shown one by one as one object again; undefined: none were. */
  readonly onGroup: (() => void) | undefined;
}): ReactNode {
  const navigate = useNavigate({ from: '/access' });
  const set = (changed: { layers?: number; each?: number }) =>
    void navigate({ search: former => ({ ...former, ...changed }), replace: true });
  const drawn = Math.max(0, ...[...graph.nodes.values()].map(({ layer }) => layer));
  return (
    <div className={styles.controls}>
      {onGroup && <Button onClick={onGroup}>Group accounts again</Button>}
      <Button disabled={layers <= 1} onClick={() => set({ layers: Math.min(layers, Math.max(drawn, 2)) - 1 })}>
        One layer less
      </Button>
      <Button disabled={layers >= mostLayers || drawn < layers} onClick={() => set({ layers: layers + 1 })}>
        One layer more
      </Button>
      <label>
        Up to{' '}
        <select value={each} onChange={event => set({ each: Number(event.target.value) })}>
          {[...new Set([...choicesOfEach, each])].map(count => (
            <option key={count} value={count}>
              {count.toLocaleString()}
            </option>
          ))}
        </select>{' '}
        of each object
      </label>
    </div>
  );
}

export function Legend(): ReactNode {
  return (
    <p className={styles.legend}>
      <span className={styles.ofAccount}>{boxWords.Account}</span>
      <span className={styles.ofContainer}>{boxWords.Container}</span>
      <span className={styles.ofObject}>{boxWords.Object}</span>
      <span>Blue line: grant. Grey: membership. Dotted: contains. Red dashes: denied.</span>
    </p>
  );
}
