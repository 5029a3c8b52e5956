-- The version that last showed a relationship for the first time, of all relationships of the history.
SELECT object_id AS id, max(version) AS version, max(changed_at) AS changed_at
FROM inventory.changes
WHERE change = 'Appeared' AND object_type IN ('EntityManagedViaObject', 'EntityAssignedAccessToObject')
GROUP BY object_id
