-- Evidence that contradicts itself: accounts that belong to nobody because of it, and employees and accounts whose numbers or addresses are evidence for nobody. One row for each person that the evidence is for.
-- object_id: Global id of the account or employee
-- object_type: Account or Employee
-- object_name: Username of the account, or name of the employee
-- reason: severalPersons, otherEmployeeNumber, sharedEmployeeNumber or sharedAddress
-- explanation: The reason in words
-- person_name: Name of the person
SELECT conflict.application_instance_id, instance.source_id, conflict.object_id, conflict.object_type,
  coalesce(account."alias", employee."name", employee."id") AS object_name, conflict.reason,
  CASE conflict.reason
    WHEN 'severalPersons' THEN 'Its evidence is for more than one person, so it belongs to none of them'
    WHEN 'otherEmployeeNumber' THEN 'Its employee number is not the one of the person that its other evidence is for'
    WHEN 'sharedEmployeeNumber' THEN 'Several employees have this employee number, so accounts with it belong to none of them'
    WHEN 'sharedAddress' THEN 'Several persons have an e-mail address of this object, so accounts with it belong to none of them'
  END AS explanation,
  conflict.person_id, person."displayName" AS person_name
FROM inventory.person_conflicts AS conflict
LEFT JOIN inventory."Account" AS account ON account."globalId" = conflict.object_id
LEFT JOIN inventory."Employee" AS employee ON employee."globalId" = conflict.object_id
LEFT JOIN inventory."Person" AS person ON person."globalId" = conflict.person_id
LEFT JOIN inventory.application_instances AS instance USING (application_instance_id)
