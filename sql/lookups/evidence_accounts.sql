-- What accounts are called, for the evidence of a job.
--   $ids: their global ids, a JSON list
SELECT account."globalId" AS id, account.alias, account."objectMetadata"."ApplicationInstanceId" AS instance
FROM inventory."Account" AS account
WHERE account."globalId" IN (SELECT unnest(from_json($ids::VARCHAR, '["UUID"]')))
