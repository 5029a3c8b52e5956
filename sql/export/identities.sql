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
  person."globalId" AS "personId",
  person."displayName" AS "displayName",
  person."email" AS "email",
  array_to_string(person."alternateEmails", '; ') AS "alternateEmails",
  person."employeeNumber" AS "employeeNumber",
  person."employmentStatus" AS "employmentStatus",
  person."employmentType" AS "employmentType",
  person."hireDate" AS "hireDate",
  person."terminationDate" AS "terminationDate",
  person."title" AS "title",
  person."department" AS "department",
  person."companyName" AS "companyName",
  person."managerEmail" AS "managerEmail",
  array_to_string(person."joinedBy", '; ') AS "joinedBy",
  person."analyticsAccountCount" AS "analyticsAccountCount",
  person."analyticsEnabledAccountCount" AS "analyticsEnabledAccountCount",
  person."analyticsAdminAccountCount" AS "analyticsAdminAccountCount",
  person."analyticsNonHumanIdentityCount" AS "analyticsNonHumanIdentityCount",
  person."analyticsAssignedApplicationCount" AS "analyticsAssignedApplicationCount",
  person."analyticsLastActivityDate" AS "analyticsLastActivityDate",
  person."analyticsDaysSinceLastActivity" AS "analyticsDaysSinceLastActivity",
  person."analyticsAccessRiskPosture" AS "analyticsAccessRiskPosture",
  person."analyticsRiskViolationCount" AS "analyticsRiskViolationCount"
FROM inventory."Person" AS person
