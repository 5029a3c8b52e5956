-- The steps that a version keeps, for chains and queries: those between accounts that were read. Each belongs to the instance of what
-- it leads to, and names the instance that it comes from, so that a client sees only steps between instances that it may see.

CREATE TABLE impersonation.impersonation_steps AS
SELECT step.to_instance AS application_instance_id, step.from_instance AS from_application_instance_id,
  step.from_node, step.from_type, step.from_id, step.to_node, step.to_type, step.to_id, step.reason, step.evidence_id, step.detail,
  origin.is_enabled AS is_in_force
FROM impersonation.steps AS step
JOIN impersonation.nodes AS origin ON origin.node = step.from_node
JOIN impersonation.nodes AS target ON target.node = step.to_node
ORDER BY step.from_node;
