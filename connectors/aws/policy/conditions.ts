// Conditions of statements (docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html). A condition
// over a key that is not known is `maybe`; an operator that is not known too.
import { BlockList, isIP } from 'node:net';
import { type Context, resolveVariables } from './context.ts';
import type { Condition } from './document.ts';
import { covers } from './patterns.ts';
import { allOf, anyOf, not, type Truth } from './truth.ts';

export interface Judged {
  readonly truth: Truth;
  /** What a `maybe` depends on: keys of conditions, with their operators. */
  readonly dependsOn: readonly string[];
}

/** Whether a value of the request satisfies a value of the condition; undefined: one of them is no such value. */
type Comparison = (given: string, wanted: string) => boolean | undefined;

const compareWith =
  <Value>(read: (text: string) => Value | undefined, holds: (given: Value, wanted: Value) => boolean): Comparison =>
  (given, wanted) => {
    const values = [read(given), read(wanted)] as const;
    return values[0] === undefined || values[1] === undefined ? undefined : holds(values[0], values[1]);
  };

const numberOf = (text: string) => (text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text));

/** ISO 8601, or seconds since 1970. */
function timeOf(text: string): number | undefined {
  const time = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

const lower = (text: string) => text.toLowerCase();

/** The six parts of an ARN are compared one by one, so that a wildcard does not reach beyond a colon. */
function arnLike(given: string, wanted: string): boolean {
  const [ours, theirs] = [partsOfArn(given), partsOfArn(wanted)];
  return ours.length === theirs.length && theirs.every((part, index) => covers(part, ours[index]!));
}

function partsOfArn(arn: string): string[] {
  const parts = arn.split(':');
  return parts.length <= 6 ? parts : [...parts.slice(0, 5), parts.slice(5).join(':')];
}

function inRange(given: string, wanted: string): boolean | undefined {
  const [address = '', bits] = wanted.split('/');
  const version = isIP(address);
  if (version === 0 || isIP(given) === 0) return undefined;
  const prefix = bits === undefined ? (version === 4 ? 32 : 128) : Number(bits);
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > (version === 4 ? 32 : 128)) return undefined;
  const list = new BlockList();
  list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6');
  return list.check(given, isIP(given) === 4 ? 'ipv4' : 'ipv6');
}

const equal: Comparison = (given, wanted) => given === wanted;

const ordered = (read: (text: string) => number | undefined, name: string): [string, Comparison][] => [
  [`${name}equals`, compareWith(read, (given, wanted) => given === wanted)],
  [`${name}lessthan`, compareWith(read, (given, wanted) => given < wanted)],
  [`${name}lessthanequals`, compareWith(read, (given, wanted) => given <= wanted)],
  [`${name}greaterthan`, compareWith(read, (given, wanted) => given > wanted)],
  [`${name}greaterthanequals`, compareWith(read, (given, wanted) => given >= wanted)],
];

const comparisons: ReadonlyMap<string, Comparison> = new Map<string, Comparison>([
  ['stringequals', equal],
  ['stringequalsignorecase', (given, wanted) => lower(given) === lower(wanted)],
  ['stringlike', (given, wanted) => covers(wanted, given)],
  ['binaryequals', equal],
  ['bool', (given, wanted) => lower(given) === lower(wanted)],
  ['arnequals', arnLike],
  ['arnlike', arnLike],
  ['ipaddress', inRange],
  ...ordered(numberOf, 'numeric'),
  ...ordered(timeOf, 'date'),
]);

/** Operators that hold where no value matches, and what they negate. */
const negations: ReadonlyMap<string, string> = new Map([
  ['stringnotequals', 'stringequals'],
  ['stringnotequalsignorecase', 'stringequalsignorecase'],
  ['stringnotlike', 'stringlike'],
  ['numericnotequals', 'numericequals'],
  ['datenotequals', 'dateequals'],
  ['arnnotequals', 'arnequals'],
  ['arnnotlike', 'arnlike'],
  ['notipaddress', 'ipaddress'],
]);

/** All conditions of a statement have to hold. */
export function judgeConditions(conditions: readonly Condition[], context: Context, hasVariables: boolean): Judged {
  const judged = conditions.map(condition => ({ condition, truth: judge(condition, context, hasVariables) }));
  return {
    truth: allOf(judged.map(({ truth }) => truth)),
    dependsOn: judged.flatMap(({ condition, truth }) => (truth === 'maybe' ? [condition.key] : [])),
  };
}

function judge({ operator, key, values }: Condition, context: Context, hasVariables: boolean): Truth {
  const [, set, name, ifExists] = /^(?:(forallvalues|foranyvalue):)?(.+?)(ifexists)?$/i.exec(operator) ?? [];
  const base = lower(name ?? '');
  const given = context.get(lower(key));
  if (base === 'null') {
    if (given === undefined) return 'maybe';
    return anyOf(values.map(value => ((lower(value) === 'true') === (given === null) ? 'yes' : 'no')));
  }
  const negated = negations.get(base);
  const compare = comparisons.get(negated ?? base);
  if (!compare) return 'maybe';
  const quantifier = lower(set ?? '');
  if (given === null) {
    if (ifExists !== undefined || quantifier === 'forallvalues') return 'yes';
    return negated !== undefined && quantifier === '' ? 'yes' : 'no';
  }
  if (given === undefined) return 'maybe';
  const one = (value: string) => {
    const truth = anyOf(values.map(wanted => compared(compare, value, wanted, context, hasVariables)));
    return negated === undefined ? truth : not(truth);
  };
  const truths = given.map(one);
  if (quantifier === 'foranyvalue') return anyOf(truths);
  return quantifier === 'forallvalues' || negated !== undefined ? allOf(truths) : anyOf(truths);
}

/** A value that cannot be read matches nothing, as AWS has it. */
function compared(compare: Comparison, given: string, wanted: string, context: Context, hasVariables: boolean): Truth {
  const { pattern, unknown } = resolveVariables(wanted, context, hasVariables);
  const holds = compare(given, pattern) ?? false;
  if (unknown.length === 0) return holds ? 'yes' : 'no';
  return holds || !hasLike(compare) ? 'maybe' : 'no';
}

/** Comparisons that understand the `*` that stands for a variable. */
const hasLike = (compare: Comparison) => compare === comparisons.get('stringlike') || compare === arnLike;
