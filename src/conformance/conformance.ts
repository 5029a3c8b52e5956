// The rules that every connector keeps, checked on the connector itself with a source of its own. Nothing is landed.
import type { Connector, Problem } from '../connector/contract.ts';
import { secretSettings } from '../connector/secret-settings.ts';
import { changeRules } from './change-rules.ts';
import type { ChangesToTry } from './changes-to-try.ts';
import { type CheckedRule, declarationRule, typeFaults } from './declaration.ts';
import { type Enumeration, enumerate } from './enumeration.ts';
import { abortFaults, brokenConnectionFaults, incrementalFaults, resumeFaults } from './interruption.ts';
import { createSecrecy, type Secrecy, watchOutput } from './secrecy.ts';
import { singleObjectsRule } from './single-objects.ts';
import { type Opened, type Subject, withSource } from './subject.ts';

export interface ConformanceOptions {
  /** Settings of a source that can be read, as in `rolecall.yaml`. */
  readonly settings: Record<string, unknown>;
  /** Relative paths in the settings start here. */
  readonly baseFolder: string;
  readonly sourceId?: string;
  /** How long the source may take to open, for a page, and to close, in milliseconds. */
  readonly patienceMs?: number;
  /**
   * Targets on which changes are made in the source, and undone again. Absent: nothing is changed. Use a source for tests only: a
   * connector with a fault may leave a target changed.
   */
  readonly changes?: ChangesToTry;
}

interface Examined {
  readonly enumerations: readonly Enumeration[];
  /** Type → HTTP requests that its read made. */
  readonly requests: ReadonlyMap<string, number>;
  readonly problems: readonly Problem[];
}

/** Check a connector with a source. One wrong password for each secret setting is sent to the source. */
export async function testConnector(connector: Connector, options: ConformanceOptions): Promise<CheckedRule[]> {
  const declared = declarationRule(connector);
  const parsed = connector.settings.safeParse(options.settings);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `settings.${path.join('.')}: ${message}`);
    return [declared, { rule: 'opens', faults }];
  }
  const secrets = secretSettings(connector.settings, options.settings);
  const secrecy = createSecrecy(secrets);
  const subject: Subject = {
    connector,
    settings: parsed.data,
    context: {
      sourceId: options.sourceId ?? 'conformance',
      applicationInstanceId: '00000000-0000-4000-8000-000000000000',
      baseFolder: options.baseFolder,
    },
    patienceMs: options.patienceMs ?? 60_000,
  };
  const rules = await watchOutput(
    text => secrecy.watch('the output', text),
    async () => [
      ...(await sourceRules(subject, secrecy, options.changes)),
      await wrongSecretRule(subject, options.settings),
    ],
  );
  const note = `${secrets.length} secret settings`;
  return [declared, ...rules, { rule: 'keeps secrets to itself', faults: secrecy.found, note }];
}

async function sourceRules(
  subject: Subject,
  secrecy: Secrecy,
  changes: ChangesToTry | undefined,
): Promise<CheckedRule[]> {
  let examined: Examined;
  try {
    examined = await examine(subject, secrecy);
  } catch (error) {
    secrecy.watch('an error', error);
    return [{ rule: 'opens, reads and closes', faults: [(error as Error).message] }];
  }
  const { enumerations, requests, problems } = examined;
  const over = async (rule: string, check: (full: Enumeration) => Promise<string[]>): Promise<CheckedRule> => {
    const faults: string[] = [];
    for (const full of enumerations) {
      faults.push(
        ...(await check(full).catch(error => {
          secrecy.watch(`an error of ${full.read.lands}`, error);
          return [`${full.read.lands}: ${(error as Error).message}`];
        })),
      );
    }
    return { rule, faults };
  };
  const singleObjects = await singleObjectsRule(subject, secrecy, enumerations).catch((error: Error) => {
    secrecy.watch('an error of single objects', error);
    return { rule: 'says of single objects what it says of all', faults: [error.message] };
  });
  const records = enumerations.reduce((sum, { pageOf }) => sum + pageOf.size, 0);
  const resumable = enumerations.filter(({ cursors }) => cursors.some(cursor => cursor !== undefined)).length;
  const incremental = enumerations.filter(({ next }) => next !== undefined).length;
  const asked = [...requests.values()].reduce((sum, count) => sum + count, 0);
  return [
    {
      rule: 'reports problems with place and message',
      faults: incompleteProblems(problems),
      note: `${problems.length} problems`,
    },
    {
      rule: 'yields valid records with unique ids, moving page tokens and complete reports',
      faults: [...enumerations.flatMap(({ faults }) => faults), ...undeclaredTypes(subject, enumerations)],
      note: `${records} records of ${enumerations.length} types`,
    },
    {
      ...(await over('resumes after any page and loses nothing', full => resumeFaults({ subject, secrecy, full }))),
      note: `${resumable} of ${enumerations.length} reads can resume`,
    },
    {
      ...(await over('takes no broken connection for the end of a list', full =>
        brokenConnectionFaults({ subject, secrecy, full }, requests.get(full.read.lands) ?? 0),
      )),
      note: asked === 0 ? 'made no requests through the kit, so none was broken' : `${asked} requests`,
    },
    {
      ...(await over('continues incrementally without losing anything', full =>
        incrementalFaults({ subject, secrecy, full }),
      )),
      note: `${incremental} of ${enumerations.length} reads can continue`,
    },
    {
      rule: 'ends and closes after an abort',
      faults: await abortFaults(subject, enumerations[0]?.read.lands),
    },
    ...(singleObjects ? [singleObjects] : []),
    ...(changes ? await changeRules(subject, secrecy, changes, enumerations) : []),
  ];
}

/** Read everything once, in the order in which the connector lists its reads. */
async function examine(subject: Subject, secrecy: Secrecy): Promise<Examined> {
  let asked = 0;
  const before = () => {
    asked += 1;
  };
  return withSource(subject, { http: { before } }, async (opened: Opened) => {
    const problems = await subject.connector.check(opened.client);
    secrecy.watch('a problem', problems);
    const enumerations: Enumeration[] = [];
    const requests = new Map<string, number>();
    for (const read of opened.reads) {
      const [fault] = typeFaults('reads', read.lands);
      if (fault !== undefined) throw new Error(fault);
      if (requests.has(read.lands)) throw new Error(`reads: has two reads of ${read.lands}`);
      // A client of its own, as when a run resumes with this read.
      const earlier = asked;
      enumerations.push(
        await withSource(subject, { http: { before } }, fresh =>
          enumerate(fresh, fresh.reads.find(({ lands }) => lands === read.lands) ?? read, { secrecy }),
        ),
      );
      requests.set(read.lands, asked - earlier);
    }
    return { enumerations, requests, problems };
  });
}

/** Problems that lack a place or a message. */
const incompleteProblems = (problems: readonly Problem[]) =>
  problems
    .filter(({ place, message }) => !place?.trim() || !message?.trim())
    .map(problem => `${JSON.stringify(problem)} needs a place and a message`);

function undeclaredTypes({ connector: { declares } }: Subject, enumerations: readonly Enumeration[]): string[] {
  const declared = new Set(declares?.flatMap(({ types }) => types));
  return enumerations
    .map(({ read }) => read.lands)
    .filter(type => declares && !declared.has(type))
    .map(type => `${type}: is read, and \`declares\` does not say so`);
}

/** Try to read with each secret changed: errors then often repeat what was sent. */
async function wrongSecretRule(subject: Subject, given: Record<string, unknown>): Promise<CheckedRule> {
  const { connector } = subject;
  const faults: string[] = [];
  for (const { path, value } of secretSettings(connector.settings, given)) {
    // An address is not changed: with another host, the source itself would get no request.
    if (URL.canParse(value)) continue;
    const wrong = `wrong-secret-${path.length}-of-the-test`;
    const changed = structuredClone(given);
    const holder = path.slice(0, -1).reduce<Record<string, unknown>>((at, name) => at[name] as typeof at, changed);
    holder[path.at(-1)!] = wrong;
    const settings = connector.settings.safeParse(changed);
    if (!settings.success) continue;
    const secrecy = createSecrecy([{ path, value: wrong }]);
    await withSource(subject, { settings: settings.data }, async opened => {
      const [read] = opened.reads;
      if (!read) return;
      for await (const page of opened.pages(read)) {
        secrecy.watch('a page', { ...page, place: undefined });
        break;
      }
    }).catch(error => secrecy.watch('the error about a wrong secret', error));
    faults.push(...secrecy.found);
  }
  return { rule: 'does not repeat a wrong secret in its errors', faults };
}
