-- Forms in which names of people and accounts are compared. Case and Unicode form make no difference: `ADA` is `ada`, and a letter
-- with an accent is the same as the letter followed by the accent. Everything else does, except what the settings of persons say of
-- addresses: without them, `ada+news` is not `ada`.

CREATE TEMP MACRO folded(name) AS nullif(nfc_normalize(lower(nfc_normalize(trim(name)))), '');

-- The folded text when it has the form of an e-mail address that a person can use. Addresses that end in `.invalid` are generated.
CREATE TEMP MACRO mail_address(name) AS
  CASE WHEN contains(name, '@') AND NOT ends_with(lower(name), '.invalid') THEN folded(name) END;

-- The address of the mailbox that a folded address reaches: in the main domain of its domain, and without what follows a plus sign
-- where the domain ignores that (RFC 5233, section 1). A quoted local part stays as it is.
CREATE TEMP MACRO main_domain(domain) AS
  coalesce(map_extract_value(getvariable('alias_domains')::MAP(VARCHAR, VARCHAR), domain), domain);
CREATE TEMP MACRO without_detail(local_part, domain) AS
  CASE WHEN list_contains(getvariable('plus_domains')::VARCHAR[], domain)
    THEN regexp_replace(local_part, '^([^+"][^+]*)[+].*$', '\1') ELSE local_part END;
CREATE TEMP MACRO delivered(address) AS
  CASE WHEN getvariable('alias_domains')::MAP(VARCHAR, VARCHAR) IS NULL OR NOT contains(address, '@') THEN address
    ELSE without_detail(regexp_replace(address, '@[^@]*$', ''), main_domain(regexp_extract(address, '@([^@]*)$', 1)))
      || '@' || main_domain(regexp_extract(address, '@([^@]*)$', 1)) END;

CREATE TEMP MACRO mailbox(name) AS delivered(mail_address(name));

-- Employee numbers are compared without leading zeros where a difference is looked for.
CREATE TEMP MACRO plain_number(number) AS coalesce(nullif(ltrim(folded(number), '0'), ''), folded(number));
