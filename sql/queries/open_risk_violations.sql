-- name: Toxic combinations and other open risks
-- description: Open violations by severity, with the person who holds the account. Sources and the service itself report them.
-- tags: risks, separation-of-duties
SELECT violation.severity, definition.name AS rule, source.source_id, entity.object_type, entity.object_name, person.display_name AS person,
  violation.description, violation.detected_at
FROM risk_violations AS violation
JOIN application_instances AS source USING (application_instance_id)
LEFT JOIN risk_definitions AS definition ON definition.global_id = violation.global_risk_definition_id
LEFT JOIN objects AS entity ON entity.object_id = violation.global_entity_id
LEFT JOIN accounts AS account ON account.global_id = violation.global_entity_id
LEFT JOIN persons AS person ON person.global_id = coalesce(violation.enriched_person_id, account.enriched_person_id)
WHERE violation.status = 'Open'
ORDER BY list_position(['Critical', 'High', 'Medium', 'Low'], violation.severity), violation.detected_at, entity.object_name
