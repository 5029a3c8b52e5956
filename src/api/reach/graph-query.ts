// The query parameters of the graph of access.
import { ServiceError } from '../../errors.ts';
import { graphDirections, graphLimits, nodeUses } from './reach-operations.ts';

export interface GraphQuery {
  readonly isBack: boolean;
  /** Undefined: as both. */
  readonly as: NodeUse | undefined;
  readonly depth: number;
  readonly perNode: number;
}

export type NodeUse = (typeof nodeUses)[number];

const known = ['direction', 'as', 'depth', 'perNode'];

/** @throws ServiceError BAD_REQUEST that names the wrong parameter */
export function parseGraphQuery(query: Readonly<Record<string, unknown>>): GraphQuery {
  for (const [name, value] of Object.entries(query)) {
    if (!known.includes(name)) {
      throw refused(
        name,
        `unknown query parameter ${JSON.stringify(name.slice(0, 60))}; known are ${known.join(', ')}`,
      );
    }
    if (typeof value !== 'string') throw refused(name, `${name}: is given more than once`);
  }
  const texts = query as Readonly<Record<string, string | undefined>>;
  return {
    isBack: oneOf('direction', texts['direction'], graphDirections) === 'ReachedBy',
    as: oneOf('as', texts['as'], nodeUses),
    depth: parseNumber('depth', texts['depth']),
    perNode: parseNumber('perNode', texts['perNode']),
  };
}

function oneOf<Choice extends string>(
  name: string,
  value: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  const chosen = choices.find(choice => choice === value);
  if (value === undefined || chosen) return chosen;
  throw refused(name, `${name}: expected ${choices.join(' or ')}`);
}

function parseNumber(name: 'depth' | 'perNode', value: string | undefined): number {
  const { minimum, maximum, default: usual } = graphLimits[name];
  if (value === undefined) return usual;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= minimum && number <= maximum) return number;
  throw refused(name, `${name}: expected one whole number from ${minimum} to ${maximum}`);
}

const refused = (parameter: string, message: string) =>
  new ServiceError('BAD_REQUEST', message, { details: { parameter: parameter.slice(0, 60) } });
