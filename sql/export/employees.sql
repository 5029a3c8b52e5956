-- Employees: one row for each record of an HR source.
-- key: applicationInstanceId, employeeId
-- in the order of: Employee
-- origin: the record
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
  employee."globalId" AS "employeeId"
FROM inventory."Employee" AS employee
