-- Employees: one row for each record of an HR source.
-- key: applicationInstanceId, employeeId
-- in order: yes
-- applicationInstanceId string: Application instance (configured source) that the record belongs to
-- sourceId string: The source, as the configuration names it
-- applicationName string: Name of the application, where the source lands one
-- employeeId string: Global id of the employee
-- employeeLocalId: Employee.id
-- employeeNumber: Employee.employeeNumber
-- name: Employee.name
-- displayName: Employee.displayName
-- firstName: Employee.firstName
-- lastName: Employee.lastName
-- email: Employee.email
-- alternateEmails: Employee.alternateEmails
-- employmentStatus: Employee.employmentStatus
-- employmentType: Employee.employmentType
-- hireDate: Employee.hireDate
-- terminationDate: Employee.terminationDate
-- title: Employee.title
-- jobCode: Employee.jobCode
-- jobFamily: Employee.jobFamily
-- jobFamilyGroup: Employee.jobFamilyGroup
-- jobFunction: Employee.jobFunction
-- department: Employee.department
-- costCenter: Employee.costCenter
-- companyName: Employee.companyName
-- location: Employee.location
-- countryCode: Employee.countryCode
-- managerId: Employee.globalManagerEmployeeId
-- managerEmail: Employee.managerEmail
-- createdDate: Employee.createdDate
-- lastModifiedDate: Employee.lastModifiedDate
-- sourceTag: Employee.sourceTag
-- personId: Employee.enrichedPersonId
-- analyticsAccountCount: Employee.analyticsAccountCount
-- analyticsEnabledAccountCount: Employee.analyticsEnabledAccountCount
SELECT
  employee."objectMetadata"."ApplicationInstanceId" AS "applicationInstanceId",
  exports.application(employee."objectMetadata"."ApplicationInstanceId")."sourceId" AS "sourceId",
  exports.application(employee."objectMetadata"."ApplicationInstanceId")."applicationName" AS "applicationName",
  employee."globalId" AS "employeeId",
  employee."id" AS "employeeLocalId",
  employee."employeeNumber" AS "employeeNumber",
  employee."name" AS "name",
  employee."displayName" AS "displayName",
  employee."firstName" AS "firstName",
  employee."lastName" AS "lastName",
  employee."email" AS "email",
  array_to_string(employee."alternateEmails", '; ') AS "alternateEmails",
  employee."employmentStatus" AS "employmentStatus",
  employee."employmentType" AS "employmentType",
  employee."hireDate" AS "hireDate",
  employee."terminationDate" AS "terminationDate",
  employee."title" AS "title",
  employee."jobCode" AS "jobCode",
  employee."jobFamily" AS "jobFamily",
  employee."jobFamilyGroup" AS "jobFamilyGroup",
  employee."jobFunction" AS "jobFunction",
  employee."department" AS "department",
  employee."costCenter" AS "costCenter",
  employee."companyName" AS "companyName",
  employee."location" AS "location",
  employee."countryCode" AS "countryCode",
  employee."globalManagerEmployeeId" AS "managerId",
  employee."managerEmail" AS "managerEmail",
  employee."createdDate" AS "createdDate",
  employee."lastModifiedDate" AS "lastModifiedDate",
  employee."sourceTag" AS "sourceTag",
  employee."enrichedPersonId" AS "personId",
  employee."analyticsAccountCount" AS "analyticsAccountCount",
  employee."analyticsEnabledAccountCount" AS "analyticsEnabledAccountCount"
FROM inventory."Employee" AS employee
