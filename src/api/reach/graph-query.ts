// The query parameters of the graph of access.

import { parseParameters } from '../http/list-query.ts';
import { wrongParameter } from '../http/parameter-error.ts';
import { graphDirections, graphLimits, nodeUses } from './reach-operations.ts';

export interface GraphQuery {
  /** Follow the graph back: what reaches the object. */
  readonly isBack: boolean;
  /** How the object is used: as the holder of grants, or as what grants are about. Undefined: both. */
  readonly as: NodeUse | undefined;
  readonly depth: number;
  readonly perNode: number;
  readonly asOf: string | undefined;
}

export type NodeUse = (typeof nodeUses)[number];

/** @throws ServiceError BAD_REQUEST that names the wrong parameter */
export function parseGraphQuery(query: Record<string, unknown>): GraphQuery {
  const given = parseParameters(query, ['direction', 'as', 'depth', 'perNode', 'asOf']);
  const { direction, as, depth, perNode, asOf } = given;
  return {
    isBack: oneOf('direction', direction, graphDirections) === 'ReachedBy',
    as: oneOf('as', as, nodeUses),
    depth: parseNumber('depth', depth),
    perNode: parseNumber('perNode', perNode),
    asOf,
  };
}

function oneOf<Choice extends string>(
  name: string,
  value: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  const chosen = choices.find(choice => choice === value);
  if (value === undefined || chosen) return chosen;
  throw wrongParameter(name, `expected ${choices.join(' or ')}`);
}

function parseNumber(name: 'depth' | 'perNode', value: string | undefined): number {
  const { minimum, maximum, default: usual } = graphLimits[name];
  if (value === undefined) return usual;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= minimum && number <= maximum) return number;
  throw wrongParameter(name, `expected one whole number from ${minimum} to ${maximum}`);
}
