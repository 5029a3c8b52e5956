// The persons that enrichment finds for accounts.
import type { Enrichment, Landed } from './enriched.ts';

/** Account → the id of its person and the rule; null where the account belongs to nobody. */
export type Joined = Record<string, [string, string] | null>;

export async function personsOf(enrichment: Enrichment, landed: Landed): Promise<Joined> {
  await enrichment.run(landed);
  const rows = await enrichment.duckdb.rows<{ id: string; person: string | null; rule: string }>(
    `SELECT account."id", person."id" AS person, joined.evidence AS rule FROM model."Account" AS account
     LEFT JOIN enrich.account_person AS joined ON joined.account = account."globalId"
     LEFT JOIN enrich."Person" AS person ON person."globalId" = joined.person`,
  );
  return Object.fromEntries(rows.map(({ id, person, rule }) => [id, person === null ? null : [person, rule]]));
}
