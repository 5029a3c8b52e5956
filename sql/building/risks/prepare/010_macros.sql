-- Macros for the evidence of violations. A fact is a MetadataItem: a name and a value with its type. A fact without a value is left
-- out. Evidence names no object of another application instance: a client may see the violation and not that instance.

CREATE OR REPLACE TEMP MACRO risk_fact(name, value) AS
  CASE WHEN value IS NOT NULL THEN json_object('name', name,
    'type', CASE typeof(value) WHEN 'VARCHAR' THEN 'string' WHEN 'BOOLEAN' THEN 'boolean' WHEN 'TIMESTAMP' THEN 'timestamp'
      WHEN 'VARCHAR[]' THEN 'array_string' ELSE 'number' END,
    'value', CASE typeof(value) WHEN 'TIMESTAMP' THEN to_json(replace(value::VARCHAR, ' ', 'T') || 'Z') ELSE to_json(value) END) END;

CREATE OR REPLACE TEMP MACRO risk_evidence(facts) AS to_json(list_filter(facts, lambda fact: fact IS NOT NULL));

-- How long something was not used, from which evidence that follows, and from how many days on the rule counts it.
CREATE OR REPLACE TEMP MACRO unused_facts(days_unused, last_activity_at, last_event_at, threshold) AS
  [risk_fact('daysSinceLastActivity', days_unused), risk_fact('lastActivityDate', last_activity_at),
    risk_fact('lastEventDate', last_event_at), risk_fact('thresholdDays', threshold)];

-- "1 day", "90 days"
CREATE OR REPLACE TEMP MACRO counted_days(days) AS days || CASE days WHEN 1 THEN ' day' ELSE ' days' END;

-- The days from the date of a moment to a data date; absent when either is.
CREATE OR REPLACE TEMP MACRO days_between(moment, data_date) AS date_diff('day', moment::DATE, data_date);

-- Whether a use was after a last day; absent where that depends on the time zone, or either is absent. A date without a time is its midnight
-- in UTC. The day after it begins 10 hours after that in the easternmost time zone (+14:00), and 36 hours after it in the westernmost
-- (-12:00). The same as `used_after_last_day` of the view person_accounts.
CREATE OR REPLACE TEMP MACRO is_used_after(used_at, last_day) AS
  CASE WHEN date_trunc('day', last_day) <> last_day OR date_trunc('day', used_at) = used_at THEN used_at > last_day
    WHEN used_at < last_day + INTERVAL 10 HOUR THEN false
    WHEN used_at >= last_day + INTERVAL 36 HOUR THEN true END;

-- The local id of a violation. A rule's name and a global id contain no slash, so different parts make different ids.
CREATE OR REPLACE TEMP MACRO risk_violation_key(rule, entity, subject) AS
  rule || '/' || entity::VARCHAR || CASE subject WHEN '' THEN '' ELSE '/' || subject END;
