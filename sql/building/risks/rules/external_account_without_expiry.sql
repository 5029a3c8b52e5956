-- title: External account without an end
-- severity: Low
-- type: Identity
-- entity: Account
-- data: instance
-- needs: users, expiry
-- why: No record of employment ends the account of somebody who is not employed, so only an expiration date does.
-- fix: Set an expiration date that is not after the end of the contract.
-- references: ISO/IEC 27001:2022 A.5.19; NIST SP 800-53 Rev. 5 AC-2(2)
-- Nothing is claimed in an instance that reports no expiration date of any account of a person.
SELECT entity, instance, id,
  CASE WHEN expires_at IS NOT NULL THEN false
    WHEN instance IN (SELECT instance FROM risks.accounts WHERE type = 'User' AND expires_at IS NOT NULL) THEN true END AS violated,
  'The account ' || label || ' of somebody who is not employed has no expiration date.' AS sentence,
  risk_evidence([risk_fact('employmentType', employment_type), risk_fact('subType', sub_type), risk_fact('createdDate', created_at)])
    AS evidence
FROM risks.accounts
WHERE enabled AND type = 'User'
  AND (coalesce(employment_type IN ('Contractor', 'Vendor', 'Temporary'), false) OR sub_type IN ('Contractor', 'Guest', 'External'))
