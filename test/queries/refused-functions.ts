// The engine's functions that queries may not call, each group with the reason. A star stands for the rest of a name. When an
// upgrade of DuckDB adds a function, guard.test.ts fails until the function is listed here or in allowed-functions.ts.

export interface RefusedGroup {
  readonly reason: string;
  readonly names: string;
}

/** Statements with a place for an expression. */
export const refusedInExpressions: readonly RefusedGroup[] = [
  {
    reason: 'tells of the session, its settings, its catalog or the machine',
    names: `col_description current_catalog current_connection_id current_database current_query current_query_id
      current_role current_schema current_schemas current_setting current_transaction_id current_user format_pg_type
      format_type get_block_size getvariable has_* in_search_path inet_* map_to_pg_oid obj_description pg_collation_is_visible
      pg_conf_load_time pg_conversion_is_visible pg_function_is_visible pg_get_* pg_has_role pg_is_other_temp_schema
      pg_my_temp_schema pg_opclass_is_visible pg_operator_is_visible pg_opfamily_is_visible pg_postmaster_start_time
      pg_table_is_visible pg_ts_* pg_type_is_visible session_user shobj_description txid_current user version`,
  },
  { reason: 'changes something, or waits', names: 'currval nextval pg_sleep setseed sleep_ms write_log' },
  {
    reason: 'gives another value each time, so that pages would not fit',
    names: 'gen_random_uuid random uuid uuidv4 uuidv7',
  },
  { reason: 'overflows the heap of DuckDB 1.5.6 with long texts', names: 'approx_top_k' },
  { reason: 'reads SQL', names: 'json_deserialize_sql json_serialize_*' },
  {
    reason: 'the engine’s own: unsafe or without meaning when called by hand',
    names: `__internal_* array_to_string_comma_default cast_to_type combine create_sort_key finalize make_type
      parse_duckdb_log_message remap_struct stats timetz_byte_comparable variant_* vector_type`,
  },
  {
    reason: 'no value of a model needs it',
    names: 'icu_collate_* icu_sort_key pg_size_pretty regexp_split_to_table st_*',
  },
];

/** Statements with a place for a table. */
export const refusedTables: readonly RefusedGroup[] = [
  {
    reason: 'reads files, or memory that is not the query’s',
    names: `arrow_scan arrow_scan_dumb glob parquet_* read_* seq_scan sniff_csv`,
  },
  {
    reason: 'tells of the session, its settings, its catalog or the machine',
    names: `duckdb_* histogram histogram_values icu_calendar_names pg_timezone_names pragma_* sql_auto_complete which_secret`,
  },
  { reason: 'runs SQL that nobody has looked at', names: 'json_execute_serialized_sql query query_table' },
  {
    reason: 'changes something',
    names: 'check_peg_parser checkpoint disable_* enable_* force_checkpoint truncate_duckdb_logs',
  },
  { reason: 'no question about a model needs it', names: 'repeat repeat_row summary test_*' },
];
