-- title: Sign-in that bypasses single sign-on
-- severity: Medium
-- type: Security
-- entity: Account
-- data: instance
-- needs: users
-- why: The account can sign in with a password of its own, so the controls of the identity provider do not apply: second factor, location, immediate disabling.
-- fix: Require single sign-on for the account, or remove its password.
-- references: ISO/IEC 27001:2022 A.8.5; NIST SP 800-53 Rev. 5 IA-2; CIS Controls 8.1 6.7
-- Accounts at an identity provider itself are left out. Nothing is claimed where the source does not say how an account signs in.
SELECT entity, instance, id,
  CASE sso WHEN 'Disabled' THEN true WHEN 'Optional' THEN true WHEN 'Required' THEN false END AS violated,
  'The account ' || label || ' can sign in without single sign-on.' AS sentence,
  risk_evidence([risk_fact('ssoRequirements', sso), risk_fact('mfaRequirements', mfa), risk_fact('isAdmin', is_admin),
    risk_fact('lastActivityDate', last_activity_at)]) AS evidence
FROM risks.accounts WHERE enabled AND type = 'User' AND is_identity_provider IS NOT TRUE
