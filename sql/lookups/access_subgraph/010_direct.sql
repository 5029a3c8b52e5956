-- The account, and the containers that it is directly in.
SELECT account AS container FROM asked
UNION
SELECT membership.container FROM asked JOIN inventory.access_memberships AS membership ON membership.member = asked.account
