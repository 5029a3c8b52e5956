-- title: Sensitive resource whose owners are gone
-- severity: Medium
-- type: Access
-- entity: ResourceInstance
-- data: tenant
-- needs: sensitive resources, users
-- why: Every owner of the resource is disabled or has left, so nobody decides who may reach it.
-- fix: Enter an owner who works for the organisation.
-- references: ISO/IEC 27001:2022 A.5.9; ISO/IEC 27001:2022 A.5.11
-- Nothing is claimed when an owner was not read.
WITH owned AS (
  SELECT entity, instance, unnest(owner_ids) AS owner_id FROM risks.sensitive_resources
), judged AS (
  SELECT owned.entity, bool_and(NOT owner.enabled OR coalesce(owner.employment_status = 'Terminated', false))
      AND count(*) = count(owner.entity) AS is_ownerless,
    count(*) <> count(owner.entity) AS is_unknown, list_sort(list(owner.label)) AS owners
  FROM owned LEFT JOIN risks.accounts AS owner ON owner.instance = owned.instance AND owner.id = owned.owner_id
  GROUP BY owned.entity
)
SELECT resource.entity, resource.instance, resource.id, CASE WHEN NOT is_unknown THEN is_ownerless END AS violated,
  'The owners of the sensitive resource ' || resource.label || ' are disabled or have left.' AS sentence,
  risk_evidence([risk_fact('owners', owners)]) AS evidence
FROM risks.sensitive_resources AS resource JOIN judged USING (entity)
