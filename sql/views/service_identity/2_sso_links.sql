-- Which account of an identity provider signs in to which account of an application by single sign-on.
-- source_account_id: Global id of the account at the identity provider
-- source_alias: Username of the account at the identity provider
-- source_enabled: True when the account at the identity provider can be used; otherwise nobody can sign in through it
-- matched_by: What both accounts have in common: federationId, email or alias
-- authentication_key: Authentication key that application and identity provider have in common; where they have the same entity id instead, that of the provider's application, if it has one
SELECT link.application_instance_id, instance.source_id, link.account_id, account."alias" AS account_alias,
  account."email" AS account_email, account."name" AS account_name, account."enabled" AS account_enabled,
  source."globalId" AS source_account_id,
  source."alias" AS source_alias, source."enabled" AS source_enabled, link.matched_by, link.authentication_key
FROM inventory.sso_links AS link
JOIN inventory."Account" AS account ON account."globalId" = link.account_id
LEFT JOIN inventory."Account" AS source ON source."globalId" = link.source_account_id
LEFT JOIN inventory.application_instances AS instance USING (application_instance_id)
