-- Since when some memberships and access assignments exist, as far as that is known.
--
-- What was asked for: `$ids` is a JSON list of global ids. Only this step has parameters (src/lookups/prepared-lookup.ts).
SELECT unnest(from_json($ids::VARCHAR, '["UUID"]')) AS id
