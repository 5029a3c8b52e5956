-- title: Sensitive resource shared outside
-- severity: Critical
-- type: Access
-- entity: ResourceInstance
-- data: instance
-- needs: sensitive resources
-- why: People outside the organisation reach a resource that the source marks as sensitive.
-- fix: Take the sharing back, or give access to named people for a limited time.
-- references: ISO/IEC 27001:2022 A.5.14; NIST SP 800-53 Rev. 5 AC-21; CIS Controls 8.1 3.3
SELECT entity, instance, id, is_shared AS violated,
  'The sensitive resource ' || label || ' is shared with people outside the organisation.' AS sentence,
  risk_evidence([risk_fact('isSensitive', true), risk_fact('externallyShared', is_shared)]) AS evidence
FROM risks.sensitive_resources
