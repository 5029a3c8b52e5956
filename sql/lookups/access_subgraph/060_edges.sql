-- The memberships among them, the grants and denials, and the containments.
FROM (
  SELECT 'Membership' AS kind, membership.member AS source, membership.container AS target, 0::USMALLINT AS permissions,
    membership.relation_id AS id
  FROM (SELECT container AS member FROM useful UNION SELECT account FROM asked) AS member
  JOIN inventory.access_memberships AS membership USING (member)
  SEMI JOIN useful ON useful.container = membership.container
  UNION ALL
  SELECT CASE WHEN assigned.is_denial THEN 'Denial' ELSE 'Grant' END, holder, object, assigned.permissions & 511::USMALLINT, assigned.assignment_id
  FROM granted JOIN inventory.access_grants AS assigned USING (holder, object)
  WHERE object = (SELECT object FROM asked) OR assigned.permissions & 512::USMALLINT = 0
  UNION ALL
  SELECT 'Containment', containment.parent, containment.resource, 0::USMALLINT, NULL
  FROM places
  JOIN inventory.access_containments AS containment ON containment.resource = places.place
  SEMI JOIN places AS outer_places ON outer_places.place = containment.parent
) LIMIT (SELECT size FROM asked)
