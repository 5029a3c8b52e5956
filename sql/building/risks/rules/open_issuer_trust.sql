-- title: Trust of every subject of an issuer
-- severity: Critical
-- type: Security
-- entity: UserGroup
-- data: instance
-- needs: groups
-- why: The issuer gives tokens to everybody who has an account there, such as every repository of GitHub. Each of them gets the access.
-- fix: Add a condition on the subject of the token, such as the repository and branch, or the service account, beside that on the audience.
-- references: ISO/IEC 27001:2022 A.5.15; NIST SP 800-53 Rev. 5 IA-9; CWE-1220; OWASP NHI6:2025
-- The source decides it from the conditions of the trust, and shows the trusted workloads as a group with the tag `any-subject`: no condition
-- on the subject, or a wildcard that every subject matches, at an issuer whose workloads choose the audience themselves. Nothing is claimed
-- when other conditions could narrow it.
SELECT entity, instance, id, true AS violated,
  'Every workload with a token of the issuer is trusted: ' || label || '.' AS sentence,
  risk_evidence([risk_fact('privilegedOn', privilege), risk_fact('isPrivileged', is_privileged)]) AS evidence
FROM risks.groups WHERE source_tag = 'any-subject'
