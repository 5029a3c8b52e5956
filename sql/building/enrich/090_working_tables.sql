-- Drops the working tables that no later step reads, so that later steps can use their memory.

DROP VIEW enrich.identity_addresses;
DROP TABLE enrich.user_accounts;
DROP TABLE enrich.federated_accounts;
DROP TABLE enrich.identity_names;
DROP TABLE enrich.sso_candidates;
DROP TABLE enrich.people;
DROP TABLE enrich.employees;
DROP TABLE enrich.employments;
DROP TABLE enrich.earlier_employments;
DROP TABLE enrich.employee_names;
DROP TABLE enrich.account_links;
DROP TABLE enrich.account_sources;
DROP TABLE enrich.person_evidence;
DROP TABLE enrich.person_numbers;
DROP TABLE enrich.identity_sources;
DROP TABLE enrich.without_evidence;
DROP TABLE enrich.known_addresses;
DROP TABLE enrich.all_addresses;
DROP TABLE enrich.makers;
DROP TABLE enrich.made_persons;
DROP TABLE enrich.person_addresses;
DROP TABLE enrich.owner_stewards;
DROP TABLE enrich.stewards;
