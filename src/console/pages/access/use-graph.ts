// Loads the graph of access around an object, and more of it when the reader asks.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { apiQuery } from '../../api/api.ts';
import { useEntryState } from '../../app/entry-state.ts';
import type { End } from '../../objects/ends.ts';
import {
  addAnswer,
  drawnPart,
  emptyGraph,
  type Graph,
  type GraphNode,
  withAccountGroups,
} from './graph/access-graph.ts';
import { layered } from './graph/layers.ts';

export interface GraphSettings {
  readonly isBack: boolean;
  readonly layers: number;
  readonly each: number;
}

/** Steps that a node shows when it is expanded, first and after that. */
const firstSteps = 200;
const mostSteps = 5000;

export function useGraph({ id }: End, { isBack, layers, each }: GraphSettings) {
  const direction = isBack ? 'ReachedBy' : 'Reaches';
  const client = useQueryClient();
  const query = useQuery(
    apiQuery('get', '/v1/access-graph/{id}', {
      params: { path: { id }, query: { direction, depth: layers, perNode: each } },
    }),
  );
  const answer = query.data;
  const base = useMemo(() => (answer ? addAnswer(emptyGraph, answer) : emptyGraph), [answer]);
  const [added, setAdded] = useEntryState<{ readonly to: typeof answer; readonly graph: Graph } | undefined>(
    `graph from ${id}`,
    undefined,
  );
  const [collapsed, setCollapsed] = useEntryState<ReadonlySet<string>>(`collapsed from ${id}`, new Set());
  const [opened, setOpened] = useEntryState<ReadonlySet<string>>(`opened from ${id}`, new Set());
  const [problem, setProblem] = useState<unknown>(null);
  const whole = added && added.to === answer ? added.graph : base;
  // Two nodes can be expanded at the same time.
  const latest = useRef(whole);
  latest.current = whole;
  const graph = useMemo(
    () => layered(withAccountGroups(drawnPart(whole, collapsed, isBack), opened, isBack), isBack),
    [whole, collapsed, opened, isBack],
  );

  /** Show the steps of a node that are not drawn. */
  async function expand(node: GraphNode): Promise<void> {
    if (collapsed.has(node.key)) {
      setCollapsed(new Set([...collapsed].filter(key => key !== node.key)));
      return;
    }
    if (node.objectId === undefined) return;
    const known = [...whole.steps.values()].filter(({ from, to }) => (isBack ? to : from) === node.key).length;
    const perNode = known + firstSteps > firstSteps * 2 ? mostSteps : known + firstSteps;
    const request = { direction, depth: 1, perNode, ...(node.as && { as: node.as }) } as const;
    try {
      const params = { path: { id: node.contentsId ?? node.objectId }, query: request };
      const more = await client.fetchQuery(apiQuery('get', '/v1/access-graph/{id}', { params }));
      latest.current = addAnswer(latest.current, more, node);
      setAdded({ to: answer, graph: latest.current });
      setProblem(null);
    } catch (error) {
      setProblem(error);
    }
  }

  const collapse = (node: GraphNode) => setCollapsed(new Set([...collapsed, node.key]));
  /** Show the accounts that a node stands for. @param key of the node */
  const open = (key: string) => setOpened(new Set([...opened, key]));
  const closeAll = opened.size > 0 ? () => setOpened(new Set()) : undefined;
  return { query, graph, collapsed, problem, expand, collapse, open, closeAll };
}
