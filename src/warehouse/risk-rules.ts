// The service's own risk rules: one file each under sql/building/risks/rules, whose header says what the rule means.
import path from 'node:path';
import { RiskSeverity, RiskType } from '../resources/types/enumerations.ts';
import { requireSelect, type SqlFile, sqlFiles } from './sql-files.ts';
import { describedParameter } from './sql-header.ts';

export interface RiskRule {
  /** The name of the file: `old_key`. */
  readonly name: string;
  readonly title: string;
  readonly severity: (typeof RiskSeverity.options)[number];
  readonly type: (typeof RiskType.options)[number];
  /** The type of the objects that violate it. */
  readonly entity: string;
  /**
   * Whether it also looks at persons or at other application instances than that of the object. Its violations are person data then: a
   * client that is limited to application instances sees them only with that grant.
   */
  readonly usesTenant: boolean;
  /** Kinds of things without which nothing violates it (`sql/building/risks/prepare/090_present.sql`). */
  readonly needs: readonly string[];
  readonly why: string;
  readonly fix: string;
  readonly references: readonly string[];
  readonly thresholds: readonly RiskThreshold[];
  /** The rest of the header: how the rule decides, and when it claims nothing. */
  readonly notes: string;
  /**
   * A SELECT with the columns `entity`, `instance`, `id`, optionally `subject` (distinguishes violations of one object), `violated`
   * (NULL: unknown), `sentence` and `evidence`.
   */
  readonly body: string;
}

export interface RiskThreshold {
  readonly name: string;
  readonly default: number | string;
  readonly description: string;
}

let rules: readonly RiskRule[] | undefined;

/** Every rule, by name. @throws Error that names the file and what its header lacks */
export function riskRules(): readonly RiskRule[] {
  rules ??= sqlFiles('building/risks/rules').map(parseRiskRule);
  return rules;
}

/** The names of the rules whose violations are person data. */
export function tenantRules(): readonly string[] {
  return riskRules()
    .filter(({ usesTenant }) => usesTenant)
    .map(({ name }) => name);
}

const fields = ['title', 'severity', 'type', 'entity', 'data', 'needs', 'why', 'fix', 'references'] as const;
type Field = (typeof fields)[number];

/** @throws Error that names the file */
export function parseRiskRule(file: SqlFile): RiskRule {
  const fail = (message: string): never => {
    throw new Error(`sql/${file.name}: ${message}`);
  };
  requireSelect(file);
  const said = new Map<Field, string>();
  const thresholds: RiskThreshold[] = [];
  const notes: string[] = [];
  for (const line of file.header) {
    const threshold = describedParameter(line);
    const [, field, value] = /^([a-z]+): (\S.*)$/.exec(line) ?? [];
    if (threshold) {
      const { name, value, description } = threshold;
      if (typeof value === 'number' && value < 0) fail(`parameter ${name} is negative`);
      thresholds.push({ name, default: value, description });
    } else if (line.startsWith('parameter ')) {
      fail(`expected \`-- parameter days: 90  what it is\` (two spaces), found ${JSON.stringify(`-- ${line}`)}`);
    } else if (field !== undefined && notes.length === 0) {
      if (!fields.includes(field as Field)) fail(`the header has no field ${field}; there are ${fields.join(', ')}`);
      if (said.has(field as Field)) fail(`${field} is there twice`);
      said.set(field as Field, value!.trim());
    } else notes.push(line);
  }
  const say = (field: Field) => said.get(field) ?? fail(`the header lacks \`-- ${field}: …\``);
  const oneOf = <Value extends string>(field: Field, values: readonly Value[]): Value =>
    values.find(value => value === say(field)) ?? fail(`${field}: ${say(field)} is none of ${values.join(', ')}`);
  for (const { name } of thresholds) {
    if (!file.body.includes(`$${name}`)) fail(`parameter ${name} is nowhere in the query`);
  }
  return {
    name: path.basename(file.name, '.sql'),
    title: say('title'),
    severity: oneOf('severity', RiskSeverity.options),
    type: oneOf('type', RiskType.options),
    entity: say('entity'),
    usesTenant: oneOf('data', ['instance', 'tenant']) === 'tenant',
    needs: (said.get('needs') ?? '').split(', ').filter(kind => kind !== ''),
    why: say('why'),
    fix: say('fix'),
    references: say('references').split('; '),
    thresholds,
    notes: notes.join(' '),
    body: file.body,
  };
}
