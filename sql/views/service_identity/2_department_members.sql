-- The employees of each department, without those of departments below it.
-- department_id: Global id of the department
-- department_name: Name of the department
-- employee_id: Global id of the employee
-- employee_name: Name of the employee
SELECT
  employee."objectMetadata"."ApplicationInstanceId" AS application_instance_id,
  department."globalId" AS department_id,
  department."name" AS department_name,
  employee."globalId" AS employee_id,
  coalesce(employee."displayName", employee."name", employee."email") AS employee_name,
  employee."enrichedPersonId" AS person_id,
  employee."employmentStatus" AS employment_status,
  employee."employmentType" AS employment_type,
  employee."title" AS title
FROM inventory."Department" AS department
JOIN inventory."Employee" AS employee ON employee."globalDepartmentId" = department."globalId"
