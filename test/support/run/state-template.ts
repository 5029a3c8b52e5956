// An embedded state database, made and migrated once per test run. Tests that need one copy it, which takes a fraction of
// the seconds that making one takes.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../../src/database/migrate.ts';
import { openDatabase } from '../../../src/database/open-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    stateTemplate: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rolecall-state-'));
  const template = path.join(folder, 'state');
  const database = await openDatabase({ folder: template });
  await migrate(database);
  await database.close();
  project.provide('stateTemplate', template);
  return () => fs.rmSync(folder, { recursive: true, force: true });
}
