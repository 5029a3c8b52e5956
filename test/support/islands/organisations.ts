// Several organisations in one tenant, which change independently of each other. One build then checks a sequence of changes of each.
import { createRandom, type Random } from '../random.ts';
import type { Row } from './rows.ts';
import type { World, WorldSource } from './world.ts';

export interface Organisations {
  /** All sources, with ids and values that no other organisation has. */
  sources(): WorldSource[];
  /** Change most organisations. Resolves to the sources to read again. */
  change(): { what: string; sources: WorldSource[] };
}

interface Organisation {
  readonly name: string;
  readonly random: Random;
  readonly world: World;
}

/**
 * @param seed of the first organisation; each of the others has the next one
 * @param open makes an organisation
 */
export function openOrganisations(
  seed: number,
  count: number,
  open: (random: Random, organisation: number) => World,
): Organisations {
  const all = Array.from({ length: count }, (_, index): Organisation => {
    const random = createRandom(seed + index);
    return { name: `o${index}`, random, world: open(random, index) };
  });
  return {
    sources: () => all.flatMap(one => [...one.world.sources.values()].map(source => sourceOf(one, source))),
    change() {
      const stories: string[] = [];
      const sources: WorldSource[] = [];
      for (const one of all) {
        if (count > 1 && one.random.below(4) === 0) continue;
        const changed = one.world.change();
        stories.push(`${one.name}: ${changed.what}`);
        sources.push(...changed.sources.map(id => sourceOf(one, one.world.sources.get(id)!)));
      }
      return { what: stories.join(', '), sources };
    },
  };
}

function sourceOf({ name }: Organisation, source: WorldSource): WorldSource {
  const rows = Object.entries(source.rows).map(([type, own]): [string, Row[]] => [type, own.map(ownedBy(name))]);
  return { ...source, sourceId: `${name}-${source.sourceId}`, rows: Object.fromEntries(rows) };
}

/**
 * Give an organisation values of its own where equal values join objects of several sources: addresses, names of people, employee
 * numbers, authentication keys and hashes of keys. Otherwise, each organisation would be connected with all others.
 */
function ownedBy(name: string): (row: Row) => Row {
  return row =>
    JSON.parse(
      JSON.stringify(row)
        .replaceAll('@example.com', `@${name}.example.com`)
        .replaceAll(/"(person|key-|hash-)/g, `"${name}$1`)
        .replaceAll(/"employeeNumber":"/g, `"employeeNumber":"${name}-`),
    ) as Row;
}
