-- What changed between versions, as long as the history is kept: a row for each object and version in which it appeared, changed or
-- vanished. Of a former day there is one row per object. Metadata of the read, the use of objects and values that change with the
-- date do not count. Activities are not compared.
-- object_id: Global id of the object or relationship
-- object_type: Its type
-- object_name: Its name: of an account, its username; the last name of an object that vanished
-- change: Appeared, Changed or Vanished
-- fields: The fields that changed, with their values before and after as JSON; of an object that vanished, all that it had; absent for an object that appeared
-- version: The version that first showed it
-- changed_at: When that version was made
SELECT application_instance_id, object_id, object_type, object_name, change, fields, version, changed_at
FROM inventory.changes
