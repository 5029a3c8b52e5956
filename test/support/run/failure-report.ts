// Runs again for each test file, unlike the modules that it imports.
import { afterEach } from 'vitest';
import { failureReports } from './failure-reports.ts';

afterEach(async ({ task }) => {
  const error = task.result?.errors?.at(-1);
  if (error) error.message += `\n${await failureReports()}`;
});
