-- Members of the holders hold what these hold.

INSERT INTO impersonation.steps
SELECT member.id, member.type, member.id, relation.instance, container.id, container.type, container.id, relation.instance,
  'Membership', relation.relation_id, NULL
FROM (
  FROM analytics.memberships AS relation SEMI JOIN impersonation.holders AS holders ON holders.holder = relation.container
) AS relation
JOIN analytics.nodes AS member ON member.number = relation.member
JOIN analytics.nodes AS container ON container.number = relation.container
WHERE relation.member <> relation.container;
