-- Somebody who works for the organisation, as an HR system records it.
-- of: Employee
SELECT
  "id",
  "employeeNumber" AS employee_number,
  "name",
  "displayName" AS display_name,
  "firstName" AS first_name,
  "lastName" AS last_name,
  "email",
  "alternateEmails" AS alternate_emails,
  "employmentStatus" AS employment_status,
  "employmentType" AS employment_type,
  "hireDate" AS hire_date,
  "terminationDate" AS termination_date,
  "title",
  "jobCode" AS job_code,
  "jobFamily" AS job_family,
  "jobFamilyGroup" AS job_family_group,
  "jobFunction" AS job_function,
  "department",
  "departmentId" AS department_id,
  "costCenter" AS cost_center,
  "companyName" AS company_name,
  "location",
  "countryCode" AS country_code,
  "managerEmployeeId" AS manager_employee_id,
  "managerEmail" AS manager_email,
  "createdDate" AS created_date,
  "lastModifiedDate" AS last_modified_date,
  "sourceTag" AS source_tag,
  from_json("profileMetadata", '[{{MetadataItem}}]') AS profile_metadata,
  "globalDepartmentId" AS global_department_id,
  "globalManagerEmployeeId" AS global_manager_employee_id,
  "objectMetadata"."ApplicationInstanceId" AS application_instance_id,
  source_id,
  "objectMetadata"."GeneratedTime" AS generated_time,
  coalesce(last_date, newest_date) AS data_date,
  "objectMetadata"."Profile" AS profile,
  "objectMetadata"."ObjectOrRelationshipType" AS object_or_relationship_type,
  "globalId" AS global_id,
  "serviceObjectMetadata"."enrichmentVersion" AS enrichment_version,
  "serviceObjectMetadata"."generatedTime" AS enrichment_generated_time,
  "enrichedPersonId" AS enriched_person_id,
  "analyticsAccountCount" AS analytics_account_count,
  "analyticsEnabledAccountCount" AS analytics_enabled_account_count
FROM inventory."Employee"
LEFT JOIN inventory.application_instances ON application_instance_id = "objectMetadata"."ApplicationInstanceId"
LEFT JOIN (
  SELECT application_instance_id AS read_instance, type AS read_type, data_date AS newest_date FROM inventory.source_completeness
) AS completeness ON read_instance = "objectMetadata"."ApplicationInstanceId" AND read_type = 'Employee'
LEFT JOIN (SELECT object_id AS unconfirmed_id, data_date AS last_date FROM inventory.unconfirmed_objects) AS unconfirmed
  ON unconfirmed_id = "globalId"
