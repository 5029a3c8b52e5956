-- The state of each violation of the service's own rules, from what the rules found and from the version in service (`previous`).
-- `violation` is the global id; it belongs to the service's own instance, so no object of a source can have the same.
--
-- found, violated:  open, since the time that the previous version says. A violation that was resolved and returns is open since now.
--                   `last_observed_at` changes once a day, with the data date: otherwise each read would change every row.
-- found, undecided: as before. The same holds when its object is not in the data, but not all objects of its type were read.
-- not found:        resolved now.
-- resolved before:  stays while it was resolved after `kept_since`.
-- rule switched off: unknown; it stays while it was last seen after `kept_since`, and is open again when the rule is switched on and
--                   finds it.

CREATE TABLE violations.seen AS
SELECT rule, entity, instance, id, subject, violated, sentence, evidence,
  risk_violation_key(rule, entity, subject) AS key,
  global_id(getvariable('service_instance'), 'RiskViolation', risk_violation_key(rule, entity, subject)) AS violation
FROM violations.found;
DROP TABLE violations.found;

CREATE TABLE violations.states AS
WITH -- Not stored, because sentences and evidence are needed only for the few violations that were not seen again.
 previous AS NOT MATERIALIZED (
  SELECT previous.*, rules.is_enabled, rules.entity_type, reads.is_complete
  FROM violations.previous
  JOIN risks.rules USING (rule)
  JOIN risks.instances USING (instance)
  LEFT JOIN risks.reads ON reads.instance = previous.instance AND reads.type = rules.entity_type
), unseen AS (
  SELECT previous.*, undecided.violation IS NOT NULL
      OR (is_complete IS NOT TRUE AND previous.entity NOT IN (SELECT entity FROM violations.entities)) AS is_undecided
  FROM previous
  ANTI JOIN (FROM violations.seen WHERE violated) AS seen USING (violation)
  LEFT JOIN (FROM violations.seen WHERE violated IS NULL) AS undecided USING (violation)
)
SELECT seen.violation, seen.key, seen.rule, seen.entity, seen.instance, seen.id, 'Open' AS status, NULL::VARCHAR AS severity,
  seen.sentence, seen.evidence,
  CASE WHEN previous.status IS NULL OR previous.status = 'Resolved' THEN getvariable('generated_at') ELSE previous.detected_at END
    AS detected_at,
  CASE WHEN previous.status IS NULL OR previous.status = 'Resolved' THEN getvariable('generated_at')
    WHEN reads.confirmed_at::DATE > previous.last_observed_at::DATE THEN reads.confirmed_at
    ELSE previous.last_observed_at END AS last_observed_at,
  NULL::TIMESTAMP AS resolved_at
FROM violations.seen AS seen
LEFT JOIN previous USING (violation)
LEFT JOIN risks.rules AS rules ON rules.rule = seen.rule
LEFT JOIN risks.reads AS reads ON reads.instance = seen.instance AND reads.type = rules.entity_type
WHERE seen.violated
UNION ALL
SELECT violation, key, rule, entity, instance, id,
  CASE WHEN status = 'Resolved' THEN status WHEN NOT is_enabled THEN 'Unknown' WHEN is_undecided THEN 'Open' ELSE 'Resolved' END,
  CASE WHEN status = 'Resolved' OR NOT is_undecided THEN severity END,
  sentence, evidence, detected_at, last_observed_at,
  CASE WHEN status = 'Resolved' THEN resolved_at WHEN is_enabled AND NOT is_undecided THEN getvariable('generated_at') END
FROM unseen
WHERE CASE WHEN status = 'Resolved' THEN resolved_at WHEN is_enabled THEN getvariable('generated_at') ELSE last_observed_at END
  > getvariable('kept_since');
DROP TABLE violations.seen;
