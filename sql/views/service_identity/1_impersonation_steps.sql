-- The direct steps by which accounts can act as others: one row for each step with its evidence. Steps follow each other: whoever can take one step to a node can take the steps from it. A group or role as the origin of a step means its members; as a target, reached by another step than Membership or Joining, everything in it. An application instance as a target leads to all of its accounts, without further rows.
-- from_node: The node that the step starts from: the global id of an account, group or role, or another id for everything in an object
-- from_type: Account, UserGroup, Role, PermissionSet, ObjectDirectory, or Key for a key that several accounts share
-- from_id: Global id of the object that the node stands for
-- from_application_instance_id: The application instance of that object
-- to_node: The node that the step leads to; it continues where from_node is the same
-- to_type: As from_type, or ApplicationInstance
-- to_id: Global id of the object that the node stands for; of an application instance, its id
-- reason: Key, Membership, Impersonation, Joining, Administration, SingleSignOn, or Content for what lies in the object before it
-- evidence_id: Global id of the access assignment or the managed-via relationship
-- evidence: The hash identifier, the specifier of the entitlement, or the flags of the account
-- is_in_force: False when the step starts from a disabled account, so that nobody can take it
SELECT
  application_instance_id,
  from_application_instance_id,
  from_node,
  from_type,
  from_id,
  to_node,
  to_type,
  to_id,
  reason,
  evidence_id,
  detail AS evidence,
  is_in_force
FROM inventory.impersonation_steps
WHERE from_application_instance_id IN (SELECT application_instance_id FROM inventory.application_instances)
