-- What keeps rules from being evaluated: whether any account can act as another one, whether the groups around the change have too many
-- accounts, and whether administrators are in the group or role that an account joins or leaves.
SELECT EXISTS (FROM inventory.impersonation_steps) AS can_act,
  (SELECT count(*) FROM preview.members) > getvariable('most_accounts') AS has_many,
  EXISTS (
    FROM preview.changes AS change
    JOIN inventory.access_nodes AS container ON container.id IN (change.joins, change.leaves)
    JOIN inventory.access_nesting AS nesting ON nesting.outside = container.number
    JOIN inventory.access_memberships AS membership ON membership.container = nesting.inside AND membership.is_account
    JOIN inventory.access_nodes AS member ON member.number = membership.member
    JOIN preview.known_accounts AS account ON account.id = member.id AND account.is_admin
  ) AS has_administrators
