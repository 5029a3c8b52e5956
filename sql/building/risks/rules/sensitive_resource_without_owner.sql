-- title: Sensitive resource without an owner
-- severity: Medium
-- type: Access
-- entity: ResourceInstance
-- data: instance
-- needs: sensitive resources
-- why: Nobody decides who may reach a sensitive resource, and nobody reviews who does.
-- fix: Enter an owner in the source.
-- references: ISO/IEC 27001:2022 A.5.9; NIST SP 800-53 Rev. 5 AC-6
-- Nothing is claimed in an instance that reports no owner of any resource.
WITH reporting AS (
  SELECT DISTINCT "objectMetadata"."ApplicationInstanceId" AS instance FROM model."ResourceInstance" WHERE len("ownerAccountIds") > 0
)
SELECT entity, instance, id,
  CASE WHEN len(coalesce(owner_ids, [])) > 0 THEN false WHEN instance IN (FROM reporting) THEN true END AS violated,
  'The sensitive resource ' || label || ' has no owner.' AS sentence,
  risk_evidence([risk_fact('isSensitive', true)]) AS evidence
FROM risks.sensitive_resources
