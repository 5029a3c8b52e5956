-- Forms in which names of people and accounts are compared. Case and Unicode form make no difference: `ADA` is `ada`, and a letter
-- with an accent is the same as the letter followed by the accent. Everything else does: `ada+news` is not `ada`.

CREATE TEMP MACRO folded(name) AS nullif(nfc_normalize(lower(nfc_normalize(trim(name)))), '');

-- The folded text when it has the form of an e-mail address that a person can use. Addresses that end in `.invalid` are generated.
CREATE TEMP MACRO mailbox(name) AS
  CASE WHEN contains(name, '@') AND NOT ends_with(lower(name), '.invalid') THEN folded(name) END;

-- Employee numbers are compared without leading zeros where a difference is looked for.
CREATE TEMP MACRO plain_number(number) AS coalesce(nullif(ltrim(folded(number), '0'), ''), folded(number));
