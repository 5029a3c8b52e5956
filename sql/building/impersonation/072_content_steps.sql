-- Whoever can act as everything in a container can act as what lies directly in it.

INSERT INTO impersonation.steps
SELECT content_node(container.id), container.type, container.id, relation.instance,
  CASE member.type WHEN 'Account' THEN member.id ELSE content_node(member.id) END, member.type, member.id, relation.instance,
  'Content', relation.relation_id, NULL
FROM (
  SELECT node.* FROM analytics.nodes AS node SEMI JOIN impersonation.contents AS contents ON contents.container = node.id
) AS container
JOIN analytics.memberships AS relation ON relation.container = container.number
JOIN analytics.nodes AS member ON member.number = relation.member
WHERE member.id <> container.id;
