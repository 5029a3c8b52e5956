-- scope: island
-- Macros for the evidence of violations. A fact is a MetadataItem: a name and a value with its type. A fact without a value is left
-- out. Evidence names no object of another application instance: a client may see the violation and not that instance.

CREATE OR REPLACE TEMP MACRO risk_fact(name, value) AS
  CASE WHEN value IS NOT NULL THEN json_object('name', name,
    'type', CASE typeof(value) WHEN 'VARCHAR' THEN 'string' WHEN 'BOOLEAN' THEN 'boolean' WHEN 'TIMESTAMP' THEN 'timestamp'
      WHEN 'VARCHAR[]' THEN 'array_string' ELSE 'number' END,
    'value', CASE typeof(value) WHEN 'TIMESTAMP' THEN to_json(replace(value::VARCHAR, ' ', 'T') || 'Z') ELSE to_json(value) END) END;

CREATE OR REPLACE TEMP MACRO risk_evidence(facts) AS to_json(list_filter(facts, lambda fact: fact IS NOT NULL));

-- "1 day", "90 days"
CREATE OR REPLACE TEMP MACRO counted_days(days) AS days || CASE days WHEN 1 THEN ' day' ELSE ' days' END;

-- The age in days of a moment, seen from another; absent when either is.
CREATE OR REPLACE TEMP MACRO days_between(earlier, later) AS date_sub('day', earlier, later);

-- The local id of a violation. A rule's name and a global id contain no slash, so different parts make different ids.
CREATE OR REPLACE TEMP MACRO risk_violation_key(rule, entity, subject) AS
  rule || '/' || entity::VARCHAR || CASE subject WHEN '' THEN '' ELSE '/' || subject END;
