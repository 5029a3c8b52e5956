// Joins the reads of changes that are made at the same time: what is asked at about the same time becomes one search.
import { setImmediate } from 'node:timers/promises';
import type { Gap } from '../../../src/connector/contract.ts';
import type { JoinedReads, LdapClient } from '../client.ts';
import type { RawEntry } from '../protocol/messages.ts';
import { readEntry } from '../protocol/search.ts';
import { isAbsent } from './hidden.ts';
import { entriesById } from './lookups.ts';

interface Question {
  /** Local id or DN. */
  readonly name: string;
  readonly attributes: readonly string[];
}

export function createJoinedReads(client: () => LdapClient): JoinedReads {
  const byId = joinReads(async (ids, attributes) => {
    const found = new Map<string | undefined, RawEntry>();
    let missing: Gap | undefined;
    for await (const { entries, gaps } of entriesById(client(), ids, attributes)) {
      missing ??= gaps.find(gap => gap.missing === 'objects');
      for (const entry of entries) found.set(client().ids.idOf(entry), entry);
    }
    return id => ({ entry: found.get(id), gap: missing });
  });
  const byAbsence = joinReads(async (ids, attributes) => {
    const own = client().ids.attribute;
    const found = new Set<string | undefined>();
    const asked = own === undefined ? [] : [own];
    for await (const { entries } of entriesById(client(), ids, asked, attributes.map(isAbsent)))
      for (const entry of entries) found.add(client().ids.idOf(entry));
    return id => found.has(id);
  });
  const byName = joinReads(async (dns, attributes) => {
    const read = async (dn: string) => [dn, await readEntry(client().session, dn, attributes)] as const;
    const found = new Map(await Promise.all(dns.map(read)));
    return dn => found.get(dn)!;
  });
  return {
    entryById: (name, attributes) => byId({ name, attributes }),
    lacks: (name, attributes) => byAbsence({ name, attributes }),
    entryNamed: (name, attributes) => byName({ name, attributes }),
  };
}

/** @param read reads all names at once, each given once; resolves to the answer for each */
function joinReads<Answer>(
  read: (names: readonly string[], attributes: readonly string[]) => Promise<(name: string) => Answer>,
): (question: Question) => Promise<Answer> {
  let waiting: (Question & PromiseWithResolvers<Answer>)[] = [];
  let isReading = false;

  async function answer(questions: typeof waiting): Promise<void> {
    for (const group of Map.groupBy(questions, ({ attributes }) => attributes.join()).values()) {
      try {
        const names = new Set(group.map(({ name }) => name));
        const answerTo = await read([...names], group[0]!.attributes);
        for (const { name, resolve } of group) resolve(answerTo(name));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
  }

  async function answerAll(): Promise<void> {
    // Names that are asked for in the same turn of the event loop are joined. A read never answers for a name that is asked for after
    // the read was sent: the entry may have been changed in between.
    await setImmediate();
    while (waiting.length > 0) {
      const questions = waiting;
      waiting = [];
      await answer(questions);
    }
    isReading = false;
  }

  return question => {
    const asked = { ...question, ...Promise.withResolvers<Answer>() };
    waiting.push(asked);
    if (!isReading) void answerAll();
    isReading = true;
    return asked.promise;
  };
}
