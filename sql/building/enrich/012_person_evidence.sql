-- To which person each user account belongs, and by which rule. Names for display are no evidence. The rules, the strongest first:
--
--   identityAccount it makes the person: an account of an identity provider or directory that belongs to no employee
--   employeeNumber  the account has the number of an employee, itself or as a federation id
--   employeeId      it has the id of an employee in the HR system as its number
--   directoryEntry  it is synced with a directory's account, which belongs to the person
--   federation      an account that belongs to the person signs in to it by SSO
--   federationId    its federation id is an e-mail address of the person
--   email           its e-mail address is one of the person
--   alias           its username is an e-mail address of the person
--
-- A person has the addresses of the HR records, and those of accounts at identity providers and in directories that belong to the
-- person by other evidence, former addresses (alternateEmails) included. Somebody who was employed again has several HR records. An address, number or id that several persons have is evidence for none of them. An account must have
-- evidence for one person only, and no employee number other than that person's. Otherwise it belongs to nobody, and the view
-- `person_conflicts` shows why.
--
-- Persons of employees come first. Accounts of identity providers and directories that belong to none make further persons, one for
-- each e-mail address: accounts of different instances with the same address are one person, unless their employee numbers differ.
-- Several accounts of one instance with the same address are not.

CREATE TABLE enrich.person_evidence (account UUID, person UUID, rule VARCHAR, via UUID, is_other_number BOOLEAN);
CREATE TABLE enrich.person_numbers AS SELECT person, number, local_id FROM enrich.employees;

-- Whether the employee number of an account differs from that of the person. Leading zeros make no difference.
CREATE OR REPLACE TEMP MACRO is_other_number(number, person_number, local_id) AS coalesce(
  number <> person_number AND number IS DISTINCT FROM local_id AND plain_number(number) <> plain_number(person_number), false);

-- 1. What the HR records say of each account, and of the accounts that it is linked to.
INSERT INTO enrich.person_evidence
WITH named AS (
  SELECT account, number, 'employeeNumber' AS rule, 'number' AS kind, coalesce(linked_number, number) AS name FROM enrich.people
  UNION ALL
  SELECT account, number, 'employeeId', 'id', coalesce(linked_number, number) FROM enrich.people
  WHERE coalesce(linked_number, number) NOT IN (SELECT name FROM enrich.employee_names WHERE kind = 'number')
  UNION ALL SELECT account, number, 'federationId', 'address', federated FROM enrich.people
  UNION ALL SELECT account, number, 'email', 'address', email FROM enrich.people WHERE email IS DISTINCT FROM federated
  UNION ALL SELECT account, number, 'alias', 'address', login FROM enrich.people
  WHERE login IS DISTINCT FROM email AND login IS DISTINCT FROM federated
  UNION ALL SELECT account, number, 'email', 'address', unnest(alternate_emails) FROM enrich.people
)
SELECT named.account, names.person, named.rule, NULL, bool_and(is_other_number(named.number, numbers.number, numbers.local_id))
FROM named JOIN enrich.employee_names AS names USING (kind, name)
JOIN enrich.person_numbers AS numbers ON numbers.person = names.person
WHERE names.is_unique GROUP BY named.account, names.person, named.rule;

INSERT INTO enrich.person_evidence
SELECT sources.account, evidence.person, sources.rule, sources.source,
  any_value(evidence.is_other_number) OR bool_and(is_other_number(sources.number, numbers.number, numbers.local_id))
FROM enrich.account_sources AS sources
JOIN (SELECT account, person, bool_or(is_other_number) AS is_other_number FROM enrich.person_evidence GROUP BY ALL) AS evidence
  ON evidence.account = sources.source
JOIN enrich.person_numbers AS numbers ON numbers.person = evidence.person
GROUP BY sources.account, evidence.person, sources.rule, sources.source;

-- 2. The persons that accounts of identity providers and directories show so far, by address.
CREATE TABLE enrich.identity_sources AS
SELECT account, number, email, login, alternate_emails FROM enrich.people
WHERE is_identity OR account IN (SELECT source FROM enrich.account_links);

CREATE VIEW enrich.identity_addresses AS
WITH settled AS (
  SELECT account, min(person) AS person FROM enrich.person_evidence SEMI JOIN enrich.identity_sources USING (account)
  GROUP BY account HAVING min(person) = max(person) AND NOT bool_or(is_other_number)
), addresses AS (
  SELECT email AS name, person, account FROM enrich.identity_sources JOIN settled USING (account)
  UNION ALL
  SELECT login, person, account FROM enrich.identity_sources JOIN settled USING (account) WHERE login IS DISTINCT FROM email
  UNION ALL
  SELECT unnest(alternate_emails), person, account FROM enrich.identity_sources JOIN settled USING (account)
)
SELECT name, min(person) AS person, min(account) AS via, min(person) = max(person) AS is_unique
FROM addresses
WHERE name IS NOT NULL AND name NOT IN (SELECT name FROM enrich.employee_names WHERE kind = 'address' AND NOT is_unique)
GROUP BY name;

-- 3. Accounts of identity providers and directories without evidence: they belong to a person that has their address, or make one.
CREATE TABLE enrich.without_evidence AS
SELECT people.* FROM enrich.people AS people
WHERE people.is_identity AND people.account NOT IN (SELECT account FROM enrich.person_evidence)
  AND people.account NOT IN (SELECT account FROM enrich.account_links);

CREATE TABLE enrich.known_addresses AS FROM enrich.identity_addresses;

CREATE TABLE enrich.makers AS
WITH addressed AS (
  SELECT without.*, coalesce(without.email, without.login) AS address
  FROM enrich.without_evidence AS without
  WHERE NOT EXISTS (FROM enrich.known_addresses AS known WHERE known.name IN (without.email, without.login) AND known.is_unique)
), grouped AS (
  SELECT *,
    address IS NOT NULL
      AND address NOT IN (SELECT name FROM enrich.employee_names WHERE NOT is_unique AND kind = 'address')
      AND address NOT IN (SELECT name FROM enrich.known_addresses WHERE NOT is_unique)
      AND max(of_instance) OVER same = 1
      AND coalesce(min(plain_number(number)) OVER same = max(plain_number(number)) OVER same, true) AS is_joined
  FROM (SELECT *, count(*) OVER (PARTITION BY address, instance) AS of_instance FROM addressed)
  WINDOW same AS (PARTITION BY address)
)
SELECT account, CASE WHEN is_joined
  THEN first_value(account) OVER (PARTITION BY address, is_joined ORDER BY is_directory DESC, account) ELSE account END AS maker
FROM grouped;

CREATE TABLE enrich.made_persons AS
SELECT account."globalId" AS maker, 'Account:' || account."id" AS "id",
  global_id(account."objectMetadata"."ApplicationInstanceId", 'Person', 'Account:' || account."id") AS person,
  folded(account."employeeNumber") AS number
FROM model."Account" AS account WHERE account."globalId" IN (SELECT maker FROM enrich.makers);

INSERT INTO enrich.person_numbers SELECT person, number, NULL FROM enrich.made_persons;

INSERT INTO enrich.person_evidence
SELECT makers.account, made.person, CASE WHEN makers.account = makers.maker THEN 'identityAccount' ELSE 'email' END,
  CASE WHEN makers.account <> makers.maker THEN makers.maker END, false
FROM enrich.makers AS makers JOIN enrich.made_persons AS made USING (maker);

-- 4. The same for all other accounts: the persons of linked accounts, the addresses of accounts of identity providers, and the
-- employee numbers of persons without an HR record.
INSERT INTO enrich.person_evidence
SELECT sources.account, made.person, sources.rule, sources.source, is_other_number(sources.number, made.number, NULL)
FROM enrich.account_sources AS sources
JOIN enrich.makers AS makers ON makers.account = sources.source JOIN enrich.made_persons AS made USING (maker);

CREATE TABLE enrich.all_addresses AS FROM enrich.identity_addresses;

INSERT INTO enrich.person_evidence
WITH named AS (
  SELECT account, number, 'federationId' AS rule, federated AS name FROM enrich.people
  UNION ALL SELECT account, number, 'email', email FROM enrich.people WHERE email IS DISTINCT FROM federated
  UNION ALL SELECT account, number, 'alias', login FROM enrich.people
  WHERE login IS DISTINCT FROM email AND login IS DISTINCT FROM federated
), numbered AS (
  SELECT number, min(person) AS person FROM enrich.made_persons
  WHERE number IS NOT NULL AND number NOT IN (SELECT name FROM enrich.employee_names WHERE kind = 'number')
  GROUP BY number HAVING count(*) = 1
)
SELECT named.account, known.person, named.rule, known.via, bool_and(is_other_number(named.number, numbers.number, numbers.local_id))
FROM named JOIN enrich.all_addresses AS known USING (name)
JOIN enrich.person_numbers AS numbers ON numbers.person = known.person
WHERE known.is_unique AND known.via <> named.account GROUP BY named.account, known.person, named.rule, known.via
UNION ALL
SELECT people.account, numbered.person, 'employeeNumber', made.maker, false
FROM numbered JOIN enrich.made_persons AS made USING (person)
JOIN enrich.people ON people.number = numbered.number AND people.account <> made.maker;

-- 5. An address that only an account with contradicting evidence has shown is evidence for nobody: that account belongs to no person.
DELETE FROM enrich.person_evidence
WHERE rule IN ('federationId', 'email', 'alias') AND via NOT IN (SELECT maker FROM enrich.makers) AND via IN (
  SELECT account FROM enrich.person_evidence GROUP BY account HAVING min(person) <> max(person) OR bool_or(is_other_number));

-- The person of each account, by the strongest rule.
CREATE OR REPLACE TEMP MACRO strength(rule) AS list_position(
  ['identityAccount', 'employeeNumber', 'employeeId', 'directoryEntry', 'federation', 'federationId', 'email', 'alias'], rule);

CREATE TABLE enrich.account_person AS
SELECT account, min(person) AS person, arg_min(rule, strength(rule)) AS evidence
FROM enrich.person_evidence
GROUP BY account HAVING min(person) = max(person) AND NOT bool_or(is_other_number);
