-- The violations that the change opens and closes. Undecided violations (`violated` is NULL) stay as they are.
-- The version in service has to agree: it shows the violations that are closed, does not show those that are opened, and every violation
-- that it shows of a changed account is found on the rows before the change too. Otherwise the neighbourhood lacks something that the
-- rule needs (is_contradicted).
WITH differences AS (
  SELECT coalesce(found.rule, former.rule) AS rule, coalesce(found.key, former.key) AS key,
    coalesce(found.entity, former.entity) AS entity, coalesce(found.instance, former.instance) AS instance,
    coalesce(found.sentence, former.sentence) AS sentence, found.key IS NOT NULL AS is_opened
  FROM (SELECT * FROM preview.after WHERE violated) AS found
  FULL JOIN (SELECT * FROM preview.before WHERE violated) AS former ON former.key = found.key
  WHERE found.key IS NULL OR former.key IS NULL
), judged AS (
  SELECT differences.*, shown.violation, is_opened = (shown.violation IS NOT NULL) AS is_contradicted
  FROM differences
  LEFT JOIN preview.shown AS shown USING (key)
  ANTI JOIN (FROM preview.after WHERE violated IS NULL) AS undecided ON undecided.key = differences.key
  UNION ALL
  SELECT shown.rule, shown.key, shown.entity, NULL, NULL, false, shown.violation, true
  FROM preview.shown AS shown
  JOIN preview.changed AS changed ON changed.id = shown.entity
  ANTI JOIN (FROM preview.before WHERE violated) AS known ON known.key = shown.key
)
SELECT judged.rule, judged.is_opened, judged.is_contradicted, judged.violation::VARCHAR AS violation, judged.entity::VARCHAR AS id,
  rules.entity_type AS type, names.label AS name, judged.instance::VARCHAR AS instance, judged.sentence, rules.title, rules.severity
FROM judged
JOIN risks.rules AS rules USING (rule)
LEFT JOIN (
  SELECT entity, label FROM risks.accounts
  UNION ALL SELECT entity, label FROM risks.groups
  UNION ALL SELECT entity, label FROM risks.sensitive_resources
) AS names ON names.entity = judged.entity
ORDER BY list_position(['Critical', 'High', 'Medium', 'Low'], rules.severity), judged.rule, judged.key
