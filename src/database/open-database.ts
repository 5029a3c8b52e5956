// Opens the state database that the configuration chooses.
import { resolve } from 'node:path';
import type { Database } from './database.ts';
import { type EmbeddedOptions, openEmbedded } from './embedded.ts';
import { openServer, type ServerOptions } from './server.ts';
import { databaseOver } from './sessions.ts';

/** `folder`: an embedded database with its data in this folder. `url`: a PostgreSQL server. */
export type DatabaseLocation =
  | ({ readonly folder: string } & EmbeddedOptions)
  | ({ readonly url: string } & ServerOptions);

/** @throws OperatorError when the folder is in use or damaged, or the server cannot be reached */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  return databaseOver(
    'folder' in location
      ? await openEmbedded(resolve(location.folder), location)
      : await openServer(location.url, location),
  );
}
