-- Groups whose members mostly overlap: one row for each two groups of one application instance that share at least 80 percent of
-- their direct members. Groups with fewer than three members are not compared. Of groups with exactly the same members, the first
-- by id stands for the others.
-- key: applicationInstanceId, groupId, similarGroupId
-- origin: the groups
-- groupId string: Global id of the group; of the two, the first by id
-- groupName string: Its name
-- groupMemberCount number: Its direct members
-- similarGroupId string: Global id of the other group
-- similarGroupName string: Its name
-- similarGroupMemberCount number: Its direct members
-- commonMemberCount number: Members of both
-- similarity number: Members of both, divided by members of at least one, from 0.8 to 1
-- areEqual boolean: True when both have exactly the same members
SELECT
  pair."applicationInstanceId",
  pair.group_id AS "groupId",
  first_group."name" AS "groupName",
  pair.size AS "groupMemberCount",
  pair.similar_id AS "similarGroupId",
  other."name" AS "similarGroupName",
  pair.similar_size AS "similarGroupMemberCount",
  pair.common AS "commonMemberCount",
  pair.common / (pair.size + pair.similar_size - pair.common) AS "similarity",
  pair.common = pair.size AND pair.common = pair.similar_size AS "areEqual"
FROM (
  -- Not every two groups are compared (Bayardo and others, Scaling up all pairs similarity search, WWW 2007). Members are ordered by
  -- the number of their groups, the rarest first. Two groups that share 80 percent share one of the first members of each: of n
  -- members, one of the first n - ceil(0.8 n) + 1. So only groups that have such a member in common are compared.
  WITH memberships AS (
    SELECT DISTINCT relation."objectMetadata"."ApplicationInstanceId" AS instance,
      relation."globalManagedViaObjectId" AS group_id, relation."globalEntityId" AS member_id
    FROM inventory."EntityManagedViaObject" AS relation
    WHERE relation."managedViaObjectType" = 'UserGroup'
  ), frequencies AS (
    SELECT member_id, count(*) AS frequency FROM memberships GROUP BY member_id
  ), groups AS (
    SELECT instance, group_id, count(*) AS size, list(member_id ORDER BY frequency, member_id) AS members
    FROM memberships JOIN frequencies USING (member_id) GROUP BY ALL HAVING count(*) >= 3
  ), represented AS (
    SELECT *, min(group_id) OVER (PARTITION BY instance, size, members) AS first_id FROM groups
  ), compared AS (
    SELECT instance, group_id, size, members, members[:size - ceil(0.8 * size)::BIGINT + 1] AS firsts
    FROM represented WHERE group_id = first_id
  ), prefixes AS (
    SELECT instance, group_id, size, unnest(firsts) AS member_id FROM compared
  ), candidates AS (
    SELECT DISTINCT one.group_id AS one_id, two.group_id AS two_id
    FROM prefixes AS one JOIN prefixes AS two USING (instance, member_id)
    WHERE one.group_id < two.group_id AND least(one.size, two.size) >= 0.8 * greatest(one.size, two.size)
  ), checked AS (
    SELECT one.instance, one_id, two_id, one.size AS one_size, two.size AS two_size,
      len(list_intersect(one.members, two.members)) AS common
    FROM candidates
    JOIN compared AS one ON one.group_id = one_id
    JOIN compared AS two ON two.group_id = two_id
  ), equal AS (
    SELECT instance, first_id AS one_id, group_id AS two_id, size AS one_size, size AS two_size, size AS common
    FROM represented WHERE group_id <> first_id
  )
  SELECT instance AS "applicationInstanceId", one_id AS group_id, two_id AS similar_id, one_size AS size,
    two_size AS similar_size, common
  FROM (FROM checked WHERE common >= 0.8 * (one_size + two_size - common) UNION ALL BY NAME FROM equal)
) AS pair
LEFT JOIN inventory."UserGroup" AS first_group ON first_group."globalId" = pair.group_id
LEFT JOIN inventory."UserGroup" AS other ON other."globalId" = pair.similar_id
