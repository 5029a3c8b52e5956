// Functions of other dialects of SQL, and names that are mistyped: the hint for a function that queries may not call. A hint is right or
// absent: a name that is near to one of another meaning gets none.
import { distance } from 'fastest-levenshtein';

/** An expression over the columns of `accounts` → the functions of other dialects that do the same. */
const equivalents: readonly (readonly [expression: string, names: string])[] = [
  // Texts
  ["strpos(email, '@')", 'charindex locate'],
  ["regexp_matches(email, 'gmail')", 'regexp_like regexp_contains'],
  ["regexp_extract(email, '@.*')", 'regexp_match regexp_substr'],
  ["len(regexp_extract_all(email, '[.]'))", 'regexp_count'],
  ["unnest(regexp_split_to_array(email, '@'))", 'regexp_split_to_table'],
  ["unnest(string_split(email, '@'))", 'split_to_table string_to_table'],
  ["string_split(email, '@')", 'strtok_to_array'],
  ["split_part(email, '@', 1)", 'strtok substring_index'],
  ['lower(alias)', 'tolower'],
  ['upper(alias)', 'toupper'],
  ['trim(alias)', 'btrim'],
  ['substr(alias, 1, 3)', 'mid substrb'],
  ['strlen(alias)', 'datalength lengthb byte_length'],
  ["repeat('-', 3)", 'replicate'],
  ["repeat(' ', 3)", 'space'],
  ['strip_accents(name)', 'unaccent'],
  ['levenshtein(alias, name)', 'editdistance'],
  ['sha256(alias)', 'sha2'],
  // Values that may be absent, and conditions
  ["ifnull(email, '-')", 'isnull nvl'],
  ['ifnull(analytics_role_count, 0)', 'zeroifnull'],
  ['nullif(analytics_role_count, 0)', 'nullifzero'],
  ["if(email IS NOT NULL, 'yes', 'no')", 'nvl2'],
  ["if(enabled, 'on', 'off')", 'iff iif'],
  ["CASE type WHEN 'User' THEN 'person' ELSE 'other' END", 'decode'],
  // Numbers and types
  ['TRY_CAST(employee_number AS BIGINT)', 'try_convert to_number try_to_number to_decimal'],
  ['TRY_CAST(employee_number AS DOUBLE) IS NOT NULL', 'isnumeric'],
  ['created_date::VARCHAR', 'to_varchar'],
  ['created_date::DATE', 'date'],
  ['created_date::TIME', 'time to_time'],
  ['created_date::TIMESTAMP', 'datetime'],
  ['analytics_role_count & 1', 'bitand'],
  ['analytics_role_count | 1', 'bitor'],
  ['xor(analytics_role_count, 1)', 'bitxor'],
  // Dates and times
  [
    'now()::TIMESTAMP',
    'getdate getutcdate sysdate sysdatetime systimestamp current_datetime utc_timestamp clock_timestamp statement_timestamp',
  ],
  ['current_date', 'curdate'],
  ['now()::TIMESTAMP - INTERVAL 90 DAY', 'dateadd timestampadd timestamp_add datetime_add adddate subdate'],
  ['now()::TIMESTAMP - INTERVAL 3 MONTH', 'add_months'],
  [
    "date_diff('day', created_date, now()::TIMESTAMP)",
    'julianday timestampdiff timestamp_diff datetime_diff datediff_big',
  ],
  ["date_diff('month', created_date, now()::TIMESTAMP)", 'months_between'],
  ["date_trunc('month', created_date)", 'timestamp_trunc datetime_trunc'],
  ['last_day(created_date)', 'eomonth'],
  ['make_date(2026, 11, 20)', 'datefromparts date_from_parts'],
  ["strftime(created_date, '%Y-%m')", 'to_char date_format format_date format_timestamp'],
  ["strptime('2026-11-20', '%Y-%m-%d')", 'to_date str_to_date parse_date parse_timestamp'],
  ['to_timestamp(1790000000)', 'from_unixtime timestamp_seconds'],
  ['epoch(created_date)', 'unix_timestamp unix_seconds'],
  // Aggregates
  ['bool_and(enabled)', 'every booland_agg logical_and'],
  ['bool_or(enabled)', 'boolor_agg logical_or'],
  ['count(*)', 'count_big'],
  ['count(DISTINCT alias)', 'dcount'],
  ['avg(analytics_role_count)', 'average'],
  ['stddev_pop(analytics_role_count)', 'stdevp std'],
  ['var_samp(analytics_role_count)', 'var'],
  ['var_pop(analytics_role_count)', 'varp'],
  ['quantile_cont(analytics_role_count, 0.5)', 'percentile_cont'],
  ["string_agg(alias, ', ')", 'wm_concat'],
  ['list(alias)', 'collect collect_list'],
  ['list(DISTINCT alias)', 'makeset make_set collect_set array_unique_agg'],
  // Lists and JSON
  ['unnest(alternate_emails)', 'jsonb_array_elements_text json_array_elements_text'],
  ['len(alternate_emails)', 'array_size'],
  ['[alias, email]', 'array_construct'],
  ['list_filter(alternate_emails, lambda address: address IS NOT NULL)', 'array_compact'],
  ["list_filter(alternate_emails, lambda address: address <> 'a@b.example')", 'array_remove'],
  ['list_intersect(alternate_emails, [email])', 'array_intersection'],
  ["CAST('[1, 2]' AS JSON)", 'parse_json'],
  ["json_object('alias', alias)", 'json_build_object jsonb_build_object object_construct'],
  ['json_group_array(alias)', 'json_agg jsonb_agg json_arrayagg'],
  ['json_group_object(alias, email)', 'json_objectagg json_object_agg jsonb_object_agg object_agg'],
  ["json_extract_string(to_json(accounts), '$.alias')", 'json_extract_scalar json_unquote'],
  ["json_extract(to_json(accounts), '$.alias')", 'json_query'],
];

/** Function of another dialect → an expression that does the same here, over the columns of `accounts`. */
export const functionEquivalents: ReadonlyMap<string, string> = new Map(
  equivalents.flatMap(([expression, names]) => names.split(' ').map(name => [name, expression] as const)),
);

/** Functions of other dialects without an equivalent here whose names are nearly those of functions with another meaning. */
const others = new Set(['rand', 'makedate', 'instrb']);

/** The hint for a function that queries may not call; undefined when none is known to be right. @param allowed the functions of the list */
export function functionHint(name: string, allowed: ReadonlySet<string>): string | undefined {
  const written = name.toLowerCase();
  const expression = functionEquivalents.get(written);
  if (expression !== undefined) return `write it as in \`${expression}\``;
  if (others.has(written) || !/^\w{4,}$/.test(written)) return undefined;
  const meant = [...allowed].find(each => isMistyped(written, each.toLowerCase()));
  return meant && `did you mean \`${meant}\`?`;
}

/**
 * Whether a name is another one with a slip of the keyboard in some words: a letter too many, missing, wrong, or in the place of its
 * neighbour. The first letter is right, and words are not exchanged: `regexp_count` is not `regr_count`.
 */
function isMistyped(name: string, meant: string): boolean {
  if (name[0] !== meant[0]) return false;
  const [written, right] = [name, meant].map(text => text.split('_'));
  if (written!.join('') === right!.join('')) return true;
  if (written!.length !== right!.length) return false;
  const slips = written!.map((word, at) => slipsIn(word, right![at]!));
  const wrong = slips.filter(count => count > 0).length;
  return slips.every(count => count <= 1) && wrong <= (name.length < 9 ? 1 : 2);
}

/** 0, 1, or more. Two neighbours that have changed places are one slip. */
function slipsIn(word: string, right: string): number {
  const slips = distance(word, right);
  if (slips !== 2 || word.length !== right.length) return slips;
  const at = [...word].findIndex((letter, index) => letter !== right[index]);
  return word[at] === right[at + 1] && word[at + 1] === right[at] ? 1 : 2;
}
