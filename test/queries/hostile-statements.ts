// Statements that try to change something, to reach past the model, or to bring the service down. Each is refused for the
// reason above it.

/** Statements that are no SELECT, in every form that DuckDB knows. */
const writes = String.raw`
INSERT INTO accounts VALUES (1)
INSERT OR REPLACE INTO accounts SELECT * FROM accounts
INSERT INTO accounts (alias) SELECT 'x' RETURNING *
UPDATE accounts SET alias = 'x'
DELETE FROM accounts
DELETE FROM accounts USING roles WHERE true
TRUNCATE accounts
MERGE INTO accounts USING roles ON true WHEN MATCHED THEN DELETE
DROP VIEW accounts
DROP TABLE accounts
DROP SCHEMA service_identity CASCADE
CREATE TABLE t (i INT)
CREATE TABLE t AS SELECT * FROM accounts
CREATE OR REPLACE VIEW accounts AS SELECT 1
CREATE TEMP TABLE t AS SELECT 1
CREATE MACRO m(x) AS x
CREATE FUNCTION f(x) AS x
CREATE SEQUENCE s
CREATE TYPE t AS ENUM ('a')
CREATE INDEX i ON accounts (alias)
CREATE SECRET s (TYPE S3, KEY_ID 'a', SECRET 'b')
CREATE PERSISTENT SECRET s (TYPE S3)
ALTER VIEW accounts RENAME TO a
ALTER TABLE accounts ADD COLUMN x INT
COMMENT ON VIEW accounts IS 'x'
COPY accounts TO '/tmp/rolecall-stolen.csv'
COPY (SELECT * FROM accounts) TO '/tmp/rolecall-stolen.parquet' (FORMAT parquet)
COPY accounts FROM '/etc/passwd'
COPY FROM DATABASE warehouse TO memory
EXPORT DATABASE '/tmp/rolecall-stolen'
IMPORT DATABASE '/tmp/rolecall-stolen'
ATTACH '/tmp/rolecall-stolen.duckdb'
ATTACH ':memory:' AS other
ATTACH IF NOT EXISTS '/tmp/x' AS warehouse
DETACH warehouse
USE warehouse
INSTALL httpfs
FORCE INSTALL httpfs FROM community
LOAD httpfs
LOAD '/tmp/evil.duckdb_extension'
UPDATE EXTENSIONS
SET memory_limit = '1TB'
SET GLOBAL threads = 64
SET SESSION search_path = 'main'
SET enable_external_access = true
SET lock_configuration = false
SET VARIABLE x = 1
RESET memory_limit
RESET VARIABLE x
PRAGMA database_list
PRAGMA table_info('accounts')
PRAGMA memory_limit='1TB'
PRAGMA show_tables
PRAGMA import_database('/tmp/x')
PRAGMA enable_verification
CALL pragma_version()
CALL duckdb_settings()
CALL read_csv('/etc/passwd')
CHECKPOINT
FORCE CHECKPOINT warehouse
VACUUM
VACUUM ANALYZE
ANALYZE
PREPARE p AS SELECT 1
PREPARE p AS DELETE FROM accounts
EXECUTE p
DEALLOCATE p
BEGIN
BEGIN TRANSACTION READ ONLY
COMMIT
ROLLBACK
ABORT
EXPLAIN DELETE FROM accounts
EXPLAIN ANALYZE INSERT INTO accounts VALUES (1)
EXPLAIN ANALYZE COPY accounts TO '/tmp/rolecall-stolen.csv'
EXPLAIN EXPLAIN SELECT 1
WITH gone AS (DELETE FROM accounts RETURNING *) SELECT * FROM gone
WITH made AS (INSERT INTO accounts VALUES (1) RETURNING *) SELECT * FROM made
WITH changed AS (UPDATE accounts SET alias = 'x' RETURNING *) SELECT * FROM changed
WITH a AS (SELECT 1) INSERT INTO accounts SELECT * FROM a
WITH a AS (SELECT 1) DELETE FROM accounts
PIVOT accounts ON type USING count(*)
`;

/** What stands around a statement to hide it. */
const disguises: readonly ((statement: string) => string)[] = [
  statement => statement,
  statement => `  \n\t${statement}\n;`,
  statement => `/* SELECT 1 */ ${statement}`,
  statement => `-- SELECT 1\n${statement}`,
  statement => `/* /* nested */ */${statement} -- ;`,
  statement => `\u00a0\u3000${statement}`,
  statement => statement.replace(' ', '/**/ '),
];

const severalStatements = String.raw`
SELECT 1; SELECT 2
SELECT 1; DROP VIEW accounts
SELECT 1;;; SELECT 2
;;SELECT 1; SELECT 2
SELECT ';'; DELETE FROM accounts
SELECT 1 /* ; */; SET threads = 1
SELECT $$;$$; ATTACH 'x'
SELECT 1; -- nothing\n SELECT 2
`;

const otherTables = String.raw`
SELECT * FROM warehouse.main."Account"
SELECT * FROM warehouse."Account"
SELECT * FROM inventory."Account"
SELECT * FROM memory.inventory."Account"
SELECT * FROM "Account"
SELECT * FROM memory.service_identity.accounts
SELECT * FROM main.accounts
SELECT * FROM other.accounts
SELECT * FROM temp.accounts
SELECT * FROM information_schema.tables
SELECT * FROM information_schema.columns
SELECT * FROM information_schema.schemata
SELECT * FROM system.information_schema.tables
SELECT * FROM duckdb_tables
SELECT * FROM duckdb_settings
SELECT * FROM duckdb_secrets
SELECT * FROM duckdb_databases
SELECT * FROM duckdb_columns
SELECT * FROM duckdb_logs
SELECT * FROM sqlite_master
SELECT * FROM sqlite_schema
SELECT * FROM pg_catalog.pg_class
SELECT * FROM pg_class
SELECT * FROM pg_tables
SELECT * FROM pragma_database_list
SELECT * FROM '/etc/passwd'
SELECT * FROM "/etc/passwd"
SELECT * FROM 'file:///etc/passwd'
SELECT * FROM 'data.parquet'
SELECT * FROM '*.csv'
SELECT * FROM '/proc/self/environ'
SELECT * FROM '../../state/PG_VERSION'
SELECT * FROM 'https://example.org/x.csv'
SELECT * FROM 's3://bucket/x.parquet'
FROM 'x.json'
TABLE "Account"
SELECT (SELECT count(*) FROM inventory."Role")
SELECT 1 WHERE EXISTS (FROM warehouse.main."Role")
SELECT * FROM accounts JOIN inventory."Role" ON true
SELECT * FROM accounts UNION ALL SELECT * FROM inventory."Account"
SELECT * FROM accounts WHERE alias IN (SELECT id FROM inventory."Role")
WITH a AS (SELECT * FROM inventory."Role") SELECT * FROM a
WITH a AS (SELECT * FROM duckdb_settings), duckdb_settings AS (SELECT 1) SELECT * FROM a
SELECT * FROM (WITH secrets AS (SELECT 1) SELECT 1), secrets
SELECT * FROM accounts, LATERAL (SELECT * FROM inventory."Role")
FROM (PIVOT inventory."Account" ON type IN ('User') USING count(*))
FROM (UNPIVOT (SELECT 1 a, 2 b) ON a, b), hidden
SELECT list_transform([1], lambda x: (SELECT count(*) FROM inventory."Role"))
SELECT CASE WHEN true THEN (SELECT max(id) FROM inventory."Role") END
SELECT count(*) FILTER (WHERE (SELECT true FROM inventory."Role" LIMIT 1)) FROM accounts
SELECT * FROM accounts ORDER BY (SELECT count(*) FROM inventory."Role")
SELECT * FROM accounts LIMIT (SELECT count(*) FROM inventory."Role")
SELECT sum(1) OVER (ORDER BY (SELECT count(*) FROM inventory."Role")) FROM accounts
SELECT * REPLACE ((SELECT 1 FROM inventory."Role") AS alias) FROM accounts
SELECT * FROM accounts QUALIFY (SELECT true FROM inventory."Role")
SUMMARIZE inventory."Account"
DESCRIBE inventory."Account"
SELECT * FROM accоunts
SELECT * FROM ａccounts
`;

const otherFunctions = String.raw`
SELECT * FROM read_csv('/etc/passwd')
SELECT * FROM read_csv_auto('/etc/passwd')
SELECT * FROM read_text('/etc/passwd')
SELECT * FROM read_blob('/etc/shadow')
SELECT * FROM read_json('/tmp/x.json')
SELECT * FROM read_json_auto('/tmp/x.json')
SELECT * FROM read_json_objects('/tmp/x.json')
SELECT * FROM read_ndjson('/tmp/x.json')
SELECT * FROM read_parquet('/tmp/x.parquet')
SELECT * FROM read_parquet(['/tmp/a', '/tmp/b'])
SELECT * FROM parquet_scan('/tmp/x.parquet')
SELECT * FROM parquet_metadata('/tmp/x.parquet')
SELECT * FROM parquet_schema('/tmp/x.parquet')
SELECT * FROM parquet_kv_metadata('/tmp/x.parquet')
SELECT * FROM read_duckdb('/tmp/x.duckdb')
SELECT * FROM sniff_csv('/etc/passwd')
SELECT * FROM glob('/etc/*')
SELECT * FROM glob('/**')
SELECT * FROM query('SELECT 1')
SELECT * FROM query('DROP VIEW accounts')
SELECT * FROM query_table('accounts')
SELECT * FROM query_table(['Account'])
SELECT * FROM duckdb_settings()
SELECT * FROM duckdb_secrets()
SELECT * FROM duckdb_tables()
SELECT * FROM duckdb_columns()
SELECT * FROM duckdb_databases()
SELECT * FROM duckdb_functions()
SELECT * FROM duckdb_extensions()
SELECT * FROM duckdb_logs()
SELECT * FROM duckdb_memory()
SELECT * FROM duckdb_temporary_files()
SELECT * FROM duckdb_variables()
SELECT * FROM duckdb_views()
SELECT * FROM which_secret('s3://x', 's3')
SELECT * FROM pragma_version()
SELECT * FROM pragma_table_info('accounts')
SELECT * FROM pragma_storage_info('Account')
SELECT * FROM pragma_database_size()
SELECT * FROM pragma_metadata_info()
SELECT * FROM enable_logging()
SELECT * FROM checkpoint()
SELECT * FROM force_checkpoint()
SELECT * FROM seq_scan('x')
SELECT * FROM arrow_scan(1, 2, 3)
SELECT * FROM sql_auto_complete('SEL')
SELECT * FROM json_execute_serialized_sql('{}')
SELECT * FROM test_all_types()
SELECT * FROM test_vector_types(NULL::INT)
SELECT * FROM summary(accounts)
SELECT * FROM repeat_row(1, num_rows = 10)
SELECT * FROM pg_timezone_names()
SELECT * FROM system.main.read_csv('/etc/passwd')
SELECT * FROM READ_CSV('/etc/passwd')
SELECT * FROM "read_csv"('/etc/passwd')
SELECT * FROM accounts, read_text('/etc/passwd')
SELECT * FROM accounts, LATERAL read_text(alias)
SELECT (SELECT content FROM read_text('/etc/passwd'))
WITH x AS (FROM read_text('/etc/passwd')) FROM x
SELECT getenv('HOME')
SELECT getvariable('x')
SELECT current_setting('temp_directory')
SELECT current_query()
SELECT current_query_id()
SELECT current_connection_id()
SELECT current_transaction_id()
SELECT current_database()
SELECT current_schemas(true)
SELECT txid_current()
SELECT version()
SELECT nextval('s')
SELECT currval('s')
SELECT setseed(0.5)
SELECT random()
SELECT uuid()
SELECT gen_random_uuid()
SELECT sleep_ms(100000)
SELECT pg_sleep(100)
SELECT write_log('x')
SELECT parse_duckdb_log_message('a', 'b')
SELECT json_serialize_sql('SELECT 1')
SELECT json_deserialize_sql('{}')
SELECT json_serialize_plan('SELECT 1')
SELECT in_search_path('a', 'b')
SELECT stats(alias) FROM accounts
SELECT has_table_privilege('accounts', 'select')
SELECT pg_get_viewdef(1)
SELECT inet_server_addr()
SELECT make_type('INTEGER')
SELECT cast_to_type('a', 1)
SELECT variant_typeof(1)
SELECT st_astext(NULL)
SELECT system.main.abs(1)
SELECT other.abs(1)
SELECT "getenv"('HOME')
SELECT GETENV('HOME')
SELECT list_transform(['HOME'], lambda x: getenv(x))
SELECT list_transform(['HOME'], x -> getenv(x))
SELECT ['HOME'].list_transform(lambda x: getenv(x))
SELECT ('HOME').getenv()
SELECT CASE WHEN false THEN getenv('HOME') END
SELECT count(*) FILTER (WHERE getenv('HOME') = 'x') FROM accounts
SELECT sum(length(getenv('HOME'))) OVER () FROM accounts
SELECT * FROM accounts ORDER BY getenv('HOME')
SELECT count(*) FROM accounts GROUP BY getenv('HOME')
SELECT 1 HAVING getenv('HOME') IS NOT NULL
SELECT 1 LIMIT length(getenv('HOME'))
SELECT getenv(:name)
SHOW TABLES
SHOW ALL TABLES
SHOW DATABASES
SHOW SCHEMAS
DESCRIBE
FROM (SHOW TABLES)
FROM (SHOW ALL TABLES)
`;

const brokenText = String.raw`
SELEC 1
SELECT
SELECT FROM
SELECT * FRM accounts
SELECT * FROM accounts WHERE
SELECT 'open
SELECT "open
SELECT $$open
SELECT (1
SELECT 1)
SELECT [1
SELECT {'a': 1
SELECT 1 +
SELECT ?
SELECT $1
SELECT 1 \
SELECT 1 # 1
SELECT :
SELECT : name
SELECT ::
`;

const unknownParameters = String.raw`
SELECT :missing
SELECT * FROM accounts WHERE alias = :alias
SELECT :a + :b
SELECT * FROM accounts LIMIT :n
SELECT * FROM accounts WHERE alias IN (:list)
SELECT :now
SELECT :getenv
SELECT $missing
`;

const wrongTypes = String.raw`
SELECT alias + 1 FROM accounts
SELECT 'x'::INT
SELECT sum(alias) FROM accounts
SELECT abs('a', 'b')
SELECT 1 WHERE 'x'
SELECT 2::UTINYINT - 3::UTINYINT
SELECT repeat('x', 10000000000)
SELECT range(10000000000000)[1]
SELECT 9223372036854775807 + 1
SELECT make_date(2024, 13, 45)
SELECT regexp_matches('a', '(')
SELECT strptime('x', '%Y')
SELECT unnest(1)
SELECT cast('x' AS no_such_type)
SELECT error('mine')
`;

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map(line => line.replaceAll('\\n', '\n'));

/** Reason → statements that are refused for it. */
export const hostileStatements: Readonly<Record<string, readonly string[]>> = {
  MUTATION_NOT_ALLOWED: lines(writes).flatMap(statement => disguises.map(disguise => disguise(statement))),
  MULTIPLE_STATEMENTS: lines(severalStatements),
  UNKNOWN_TABLE: lines(otherTables),
  FUNCTION_NOT_ALLOWED: lines(otherFunctions),
  SYNTAX_ERROR: [
    ...lines(brokenText),
    '',
    ' ',
    ';',
    '-- nothing',
    '/* nothing */',
    '/* open',
    'SELECT 1\0',
    'SELECT 1\0; DROP VIEW accounts',
    `SELECT ${'('.repeat(40_000)}1${')'.repeat(40_000)}`,
    `SELECT ${'NOT '.repeat(20_000)}true`,
    `SELECT ${'['.repeat(30_000)}1${']'.repeat(30_000)}`,
    `SELECT ${'CASE WHEN true THEN '.repeat(3000)}1${' END'.repeat(3000)}`,
    `SELECT ${'1+'.repeat(49_000)}1`,
    `SELECT * FROM ${'(SELECT * FROM '.repeat(4000)}accounts${')'.repeat(4000)}`,
  ].filter(text => text !== ''),
  MISSING_PARAMETER: lines(unknownParameters),
  TYPE_ERROR: lines(wrongTypes),
};
