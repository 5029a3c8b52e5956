// Loads the graph of access around an object, and more of it when the reader asks.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { apiQuery } from '../../api/api.ts';
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
  const base = useMemo(() => (query.data ? addAnswer(emptyGraph, query.data) : emptyGraph), [query.data]);
  const [added, setAdded] = useState<{ readonly base: Graph; readonly graph: Graph }>();
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<unknown>(null);
  const whole = added?.base === base ? added.graph : base;
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
      const answer = await client.fetchQuery(apiQuery('get', '/v1/access-graph/{id}', { params }));
      setAdded(former => ({ base, graph: addAnswer(former?.base === base ? former.graph : base, answer, node) }));
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
