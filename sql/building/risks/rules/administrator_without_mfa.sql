-- title: Administrator without a second factor
-- severity: Critical
-- type: Security
-- entity: Account
-- data: tenant
-- needs: administrators
-- why: A stolen or guessed password is enough to administer the application.
-- fix: Require a second factor for administrators, and have the holder enroll one. Prefer factors that resist phishing.
-- references: ISO/IEC 27001:2022 A.8.5; NIST SP 800-53 Rev. 5 IA-2(1); CIS Controls 8.1 6.5
-- An account whose source requires a second factor has one, and so has one that is enrolled itself or through another account of its
-- person. It is known to have none when the source says that none is asked for, or when its enrollments, or those of
-- another account of its person, were read. Otherwise nothing is claimed.
WITH people AS (
  SELECT person_id FROM risks.all_person_facts WHERE fact = 'enrolling'
), judged AS (
  SELECT *, CASE
      WHEN mfa = 'Required' THEN false
      WHEN entity IN (SELECT entity FROM risks.enrolled) THEN false
      WHEN person IS NOT NULL AND person IN (SELECT person_id FROM risks.all_person_facts WHERE fact = 'enrolled') THEN false
      WHEN mfa = 'Disabled' THEN true
      WHEN entity IN (SELECT entity FROM risks.enrolling) OR (person IS NOT NULL AND person IN (FROM people)) THEN true
    END AS violated
  FROM risks.administrators WHERE enabled AND type = 'User'
)
SELECT entity, instance, id, violated,
  subject_text || ' has no second factor: ' || CASE
      WHEN mfa = 'Disabled' THEN 'it is switched off.'
      WHEN entity IN (SELECT entity FROM risks.enrolling) THEN 'none is enrolled.'
      ELSE 'its person has none enrolled.'
    END AS sentence,
  risk_evidence([risk_fact('mfaRequirements', mfa), risk_fact('isAdmin', is_admin), risk_fact('privilegedOn', privilege)]) AS evidence
FROM judged
