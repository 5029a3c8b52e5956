-- Identities: one row for each person, with counts over all applications.
-- key: personId
-- personId string: Global id of the person
-- displayName: Person.displayName
-- email: Person.email
-- alternateEmails: Person.alternateEmails
-- employeeNumber: Person.employeeNumber
-- employmentStatus: Person.employmentStatus
-- employmentType: Person.employmentType
-- hireDate: Person.hireDate
-- terminationDate: Person.terminationDate
-- title: Person.title
-- department: Person.department
-- companyName: Person.companyName
-- managerEmail: Person.managerEmail
-- joinedBy: Person.joinedBy
-- analyticsAccountCount: Person.analyticsAccountCount
-- analyticsEnabledAccountCount: Person.analyticsEnabledAccountCount
-- analyticsAdminAccountCount: Person.analyticsAdminAccountCount
-- analyticsNonHumanIdentityCount: Person.analyticsNonHumanIdentityCount
-- analyticsAssignedApplicationCount: Person.analyticsAssignedApplicationCount
-- analyticsLastActivityDate: Person.analyticsLastActivityDate
-- analyticsDaysSinceLastActivity: Person.analyticsDaysSinceLastActivity
-- analyticsAccessRiskPosture: Person.analyticsAccessRiskPosture
-- analyticsRiskViolationCount: Person.analyticsRiskViolationCount
SELECT
  person."globalId" AS "personId"
FROM inventory."Person" AS person
