-- The accounts that an account can act as, counted by instance and type, and chains of steps to some of them. A breadth-first search
-- over the steps finds a shortest chain to each. An application instance leads to all of its accounts; those that lead further are
-- searched, the others only counted. When several steps lead from one object to another, the chain shows a key before other reasons.
--   $account: global id of the account
--   $without, $with: global ids of a group or role; the account is taken out of it, or put into it
--   $as_enabled: search as if the account was enabled
--   $chains: how many chains to show
WITH RECURSIVE steps AS (
  SELECT * FROM inventory.impersonation_steps
  WHERE (is_in_force OR ($as_enabled::BOOLEAN AND from_node = $account::UUID))
    AND (from_node <> $account::UUID OR reason <> 'Membership' OR to_node IS DISTINCT FROM $without::UUID)
  UNION ALL
  SELECT from_application_instance_id, from_application_instance_id, $account::UUID, 'Account', $account::UUID,
    from_node, from_type, from_id, 'Membership', NULL, NULL, true
  FROM (SELECT DISTINCT from_application_instance_id, from_node, from_type, from_id FROM inventory.impersonation_steps
    WHERE from_node = $with::UUID)
), reached(node, type, id, instance, step, depth) USING KEY (node) AS (
  SELECT $account::UUID, 'Account', $account::UUID, NULL::UUID,
    NULL::STRUCT(origin UUID, is_no_key BOOLEAN, reason VARCHAR, evidence UUID, detail VARCHAR), 0
  UNION
  SELECT found.node, any_value(type), any_value(id), any_value(instance),
    -- The first of equal steps by all of their fields, so that the same data always show the same chain.
    min({'origin': origin, 'is_no_key': reason <> 'Key', 'reason': reason, 'evidence': evidence, 'detail': detail}), min(depth)
  FROM (
    SELECT step.to_node AS node, step.to_type AS type, step.to_id AS id, step.application_instance_id AS instance,
      step.from_node AS origin, step.reason, step.evidence_id AS evidence, step.detail, reached.depth + 1 AS depth
    FROM reached JOIN steps AS step ON step.from_node = reached.node
    UNION ALL
    SELECT step.from_node, 'Account', step.from_id, step.from_application_instance_id, reached.node, 'Content', NULL, NULL,
      reached.depth + 1
    FROM reached JOIN steps AS step ON step.from_application_instance_id = reached.id
    WHERE reached.type = 'ApplicationInstance' AND step.from_type = 'Account'
  ) AS found
  ANTI JOIN recurring.reached AS known ON known.node = found.node
  GROUP BY found.node
), accounts AS (
  SELECT account."globalId" AS id, account."objectMetadata"."ApplicationInstanceId" AS instance, account."type",
    account."isAdmin" AS is_admin, account."alias", coalesce(reached.depth, hub.depth + 1) AS depth,
    reached.node IS NULL AS is_by_hub, hub.node AS hub
  FROM inventory."Account" AS account
  LEFT JOIN reached ON reached.node = account."globalId"
  LEFT JOIN reached AS hub
    ON hub.type = 'ApplicationInstance' AND hub.id = account."objectMetadata"."ApplicationInstanceId"
  WHERE (reached.node IS NOT NULL OR hub.node IS NOT NULL) AND account."globalId" <> $account::UUID
), counts AS (
  SELECT instance, "type", count(*)::INTEGER AS count FROM accounts GROUP BY ALL
), examples AS (
  SELECT *, row_number() OVER (ORDER BY turn, depth, instance, "type", id) AS place FROM (
    SELECT *, row_number() OVER (PARTITION BY instance, "type" ORDER BY is_admin DESC, depth, "alias", id) AS turn FROM accounts
  ) ORDER BY place LIMIT $chains::INTEGER
), links AS (
  SELECT place, is_by_hub, 1 AS back, CASE WHEN is_by_hub THEN hub ELSE id END AS node, 'Account' AS type, id,
    hub AS origin, 'Content' AS reason, NULL::UUID AS evidence, NULL::VARCHAR AS detail, instance
  FROM examples
  UNION ALL
  SELECT links.place, false, links.back + 1, coalesce(reached.step.origin, reached.node), reached.type, reached.id,
    reached.step.origin, reached.step.reason, reached.step.evidence, reached.step.detail, reached.instance
  FROM links JOIN reached ON reached.node = links.node
  WHERE reached.step.origin IS NOT NULL
), chains AS (
  SELECT place, list({'type': type, 'id': id, 'name': name, 'applicationInstanceId': instance, 'reason': reason,
    'evidence': evidence, 'detail': detail} ORDER BY back DESC) AS steps
  FROM (
    SELECT links.*, coalesce(account."alias", user_group."name", role."name", permission_set."name", directory."name", source.source_id) AS name
    FROM links
    LEFT JOIN inventory."Account" AS account ON links.type = 'Account' AND account."globalId" = links.id
    LEFT JOIN inventory."UserGroup" AS user_group ON user_group."globalId" = links.id
    LEFT JOIN inventory."Role" AS role ON role."globalId" = links.id
    LEFT JOIN inventory."PermissionSet" AS permission_set ON permission_set."globalId" = links.id
    LEFT JOIN inventory."ObjectDirectory" AS directory ON directory."globalId" = links.id
    LEFT JOIN inventory.application_instances AS source ON source.application_instance_id = links.id
    WHERE links.back > 1 OR links.is_by_hub
  ) GROUP BY place
)
SELECT
  -- Absent where the build could not count, or where too little was read to say that there is none.
  (SELECT (SELECT coalesce(sum(count), 0)::INTEGER FROM counts) FROM inventory.counted_blast_radii WHERE account_id = $account::UUID)
    AS count,
  (SELECT list({'applicationInstanceId': instance, 'type': "type", 'count': count} ORDER BY count DESC, instance, "type") FROM counts)
    AS counts,
  (SELECT list(steps ORDER BY place) FROM chains) AS chains
