-- Why something that looks like single sign-on is none, or is not available: deployments and identity providers' applications whose authentication keys differ, and accounts of deployments with SSO that nobody signs in to through it.
-- deployment_id: Global id of the deployment (integrated application); empty for accounts
-- deployment_name: Name of the deployment
-- assigned_application_id: Global id of the identity provider’s application that is probably meant; empty when none is, and for accounts
-- assigned_application_name: Name of that application
-- reason: issuerSlash, issuerCase, issuer, clientId, encoding, rotatedCertificate, keysDiffer, ambiguousKey; of accounts: excluded, identityDisabled, severalIdentities, otherKey, unknownFederationId, noIdentity
-- explanation: The reason in words
SELECT miss.application_instance_id, instance.source_id, miss.deployment_id, deployment."name" AS deployment_name,
  application."globalId" AS assigned_application_id, application."name" AS assigned_application_name, miss.account_id, account."alias" AS account_alias,
  account."enabled" AS account_enabled, miss.reason,
  CASE miss.reason
    WHEN 'issuerSlash' THEN 'A key was made from the issuer without the slash at its end'
    WHEN 'issuerCase' THEN 'A key was made from an issuer that is not in lower case'
    WHEN 'issuer' THEN 'Deployment and identity provider name different issuers'
    WHEN 'clientId' THEN 'The deployment has the client id of another application'
    WHEN 'encoding' THEN 'A key is not in standard base64, but in hexadecimal digits or in base64 for URLs'
    WHEN 'rotatedCertificate' THEN 'The deployment has a certificate that the identity provider does not sign with any more'
    WHEN 'keysDiffer' THEN 'The names are equal, but the keys are not'
    WHEN 'ambiguousKey' THEN 'The key belongs to several deployments or applications, and nothing else says which is meant'
    WHEN 'excluded' THEN 'SSO is switched off for the account'
    WHEN 'identityDisabled' THEN 'The account that signs in to it is disabled at the identity provider'
    WHEN 'severalIdentities' THEN 'More than one account of the identity provider fits'
    WHEN 'otherKey' THEN 'The federation id of the account is for another identity provider than that of the deployment'
    WHEN 'unknownFederationId' THEN 'No account of the identity provider has the federation id of the account'
    WHEN 'noIdentity' THEN 'No account of the identity provider has the e-mail address or username of the account'
  END AS explanation
FROM inventory.sso_near_misses AS miss
LEFT JOIN inventory."IntegratedApplication" AS deployment ON deployment."globalId" = miss.deployment_id
LEFT JOIN inventory."AssignedApplication" AS application ON application."globalId" = miss.assigned_application_id
LEFT JOIN inventory."Account" AS account ON account."globalId" = miss.account_id
LEFT JOIN inventory.application_instances AS instance USING (application_instance_id)
