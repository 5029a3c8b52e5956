// Generated SQL: expressions over every function and type that queries may use, with extreme values.
import { DuckDBInstance } from '@duckdb/node-api';
import { allowedFunctions, allowedTableFunctions } from '../../src/queries/allowed-functions.ts';
import type { Random } from '../support/random.ts';

interface Signature {
  readonly name: string;
  readonly kind: string;
  readonly parameters: readonly string[];
  readonly isVariadic: boolean;
}

const types =
  `BOOLEAN TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT UHUGEINT FLOAT DOUBLE DECIMAL(38,10)
  DECIMAL(4,1) VARCHAR BLOB BIT UUID DATE TIME TIMETZ TIMESTAMP TIMESTAMPTZ TIMESTAMP_S TIMESTAMP_NS INTERVAL JSON BIGNUM
  INTEGER[] VARCHAR[] DOUBLE[3] STRUCT(a&INTEGER,b&VARCHAR[]) MAP(VARCHAR,INTEGER) UNION(n&INTEGER,t&VARCHAR)`
    .trim()
    .split(/\s+/)
    .map(type => type.replaceAll('&', ' '));
const values =
  `NULL 0 1 -1 5 1.5 -0.0 127 128 65536 2147483647 -2147483648 9223372036854775807 170141183460469231731687303715884105727
  1e308 -1e-320 'NaN'::DOUBLE 'inf'::DOUBLE true '' 'x' 'äöü😀' '{' '[1,{"a":null}]' '%s{}\\d+(' '2024-02-30' '1970-01-01'::DATE
  'infinity'::DATE '294247-01-10'::TIMESTAMP '24:00:00'::TIME INTERVAL~1~MONTH INTERVAL~'-1000000'~YEAR '\\x00\\xFF'::BLOB
  '0101'::BIT [] [1,2,NULL] [[1],[]] ['a','b',NULL] {'a':1,'b':['x']} MAP{'k':1} MAP{} array_value(1,2,3) union_value(n:=1)
  '123e4567-e89b-12d3-a456-426614174000'::UUID 'hugeint' 'VARCHAR' '"INTEGER"' x->x+1 (x,y)->x+y alias id created_date enabled`
    .trim()
    .split(/\s+/)
    .map(value => value.replaceAll('~', ' ').replaceAll('->', ' -> '));

/** The engine's description of the functions that queries may call. */
export async function signatures(): Promise<Signature[]> {
  const instance = await DuckDBInstance.create(':memory:', { autoload_known_extensions: 'false' });
  const connection = await instance.connect();
  const reader = await connection.runAndReadAll(
    `SELECT DISTINCT lower(function_name) AS name, function_type AS kind, parameter_types AS parameters,
       varargs IS NOT NULL AS "isVariadic" FROM duckdb_functions() WHERE function_type IN ('scalar', 'aggregate', 'macro')
     ORDER BY ALL`,
  );
  const found = reader.getRowObjectsJson() as unknown as Signature[];
  connection.closeSync();
  instance.closeSync();
  return found.filter(({ name }) => allowedFunctions.has(name));
}

/** One SELECT, which the guard allows in most cases. */
export function generateStatement(random: Random, known: readonly Signature[]): string {
  const chance = (percent: number) => random.below(100) < percent;
  const value = (): string => (chance(20) ? `${random.of(values)}::${random.of(types)}` : random.of(values));

  function expression(depth: number): string {
    if (depth <= 0 || chance(15)) return value();
    const kind = random.below(100);
    if (kind < 8) return `CAST(${expression(depth - 1)} AS ${random.of(types)})`;
    if (kind < 14) return `TRY_CAST(${expression(depth - 1)} AS ${random.of(types)})`;
    if (kind < 18)
      return `CASE WHEN ${expression(depth - 1)} THEN ${expression(depth - 1)} ELSE ${expression(depth - 2)} END`;
    if (kind < 22) return `[${expression(depth - 1)}, ${expression(depth - 1)}]`;
    if (kind < 25) return `(${expression(depth - 1)})[${expression(depth - 2)}:${value()}]`;
    if (kind < 28) return `(SELECT ${expression(depth - 1)} FROM range(3) AS inner_rows(x) LIMIT 1)`;
    return call(depth);
  }

  function call(depth: number): string {
    const { name, kind, parameters, isVariadic } = random.of(known);
    const count = chance(10) ? random.below(5) : parameters.length + (isVariadic ? random.below(3) : 0);
    const args = Array.from({ length: count }, (_, index) => argument(parameters[index], depth - 1));
    if (!/^[a-z_]/.test(name)) {
      if (args.length === 2) return `(${args[0]} ${name} ${args[1]})`;
      return `"${name}"(${args.join(', ')})`;
    }
    const distinct = kind === 'aggregate' && chance(15) ? 'DISTINCT ' : '';
    const filter = kind === 'aggregate' && chance(15) ? ` FILTER (${expression(1)})` : '';
    const window = kind === 'aggregate' && chance(15) ? ` OVER (PARTITION BY ${value()} ORDER BY ${value()})` : '';
    return `${name}(${distinct}${args.join(', ')})${filter}${window}`;
  }

  /** An expression of the wanted type in two of three cases, if there is one. */
  function argument(type: string | undefined, depth: number): string {
    if (!type || /ANY|T\b|LAMBDA|TABLE|NULL/.test(type) || chance(34)) return expression(depth);
    return `TRY_CAST(${expression(depth)} AS ${type})`;
  }

  const depth = 1 + random.below(4);
  const columns = Array.from({ length: 1 + random.below(2) }, () => expression(depth)).join(', ');
  const source = random.of([
    '',
    ' FROM accounts',
    ' FROM (FROM accounts LIMIT 3)',
    ` FROM accounts WHERE ${expression(depth - 1)}`,
    ` FROM accounts GROUP BY ${expression(1)}`,
    ` FROM accounts ORDER BY ${expression(1)}`,
    ` FROM ${random.of([...allowedTableFunctions])}(${value()})`,
  ]);
  return `SELECT ${columns}${source}${chance(40) ? ' LIMIT 3' : ''}`;
}
