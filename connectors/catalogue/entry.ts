// An entry of the catalogue is a description that ships with the program (`<type>.yaml`), and a few settings: where the system is, and
// what authorises requests. Everything else is the connector `custom-application`. The description is loaded when a source is opened.
import { dirname } from 'node:path';
import { z } from 'zod';
import { type Connector, type DeclaredReads, defineConnector } from '../../src/connector/contract.ts';
import { connectionSettings } from '../../src/connector/http/settings.ts';
import { check } from '../custom-application/check.ts';
import type { OpenedSource } from '../custom-application/client.ts';
import { openShippedDescription } from '../custom-application/open.ts';
import { declareReads } from '../custom-application/read.ts';
import type { ApiAccess } from '../custom-application/rows/http/settings.ts';

export interface CatalogueEntry<Shape extends z.ZodRawShape> {
  /** Name in `rolecall.yaml`; `<type>.yaml` is the description, and `<type>.md` its README. */
  readonly type: string;
  readonly title: string;
  readonly description: string;
  /** Settings beside `connection`. */
  readonly settings: Shape;
  /** The types of the description, which is not loaded for this. */
  readonly declares: readonly DeclaredReads[];
  access(settings: z.output<z.ZodObject<Shape>>): Omit<ApiAccess, 'connection'>;
  /** Names of requests that the settings switch off. */
  leavesOut?(settings: z.output<z.ZodObject<Shape>>): readonly string[];
}

const connectorsFolder = dirname(import.meta.dirname);

export function catalogueConnector<Shape extends z.ZodRawShape>(entry: CatalogueEntry<Shape>): Connector {
  const { type, title, description, declares } = entry;
  const settings = z.strictObject({
    ...entry.settings,
    connection: connectionSettings.prefault({}).describe(`How to reach ${title}`),
  });
  return defineConnector<typeof settings, OpenedSource>({
    ...{ type, title, description, settings, declares },
    open: (given, context) => {
      const own = given as z.output<z.ZodObject<Shape>> & Pick<ApiAccess, 'connection'>;
      const access = { ...entry.access(own), connection: own.connection };
      const description = {
        root: connectorsFolder,
        configFile: `catalogue/${type}.yaml`,
        leavesOut: entry.leavesOut?.(own) ?? [],
      };
      return openShippedDescription(description, access, context);
    },
    close: client => client.close(),
    check,
    reads: declareReads,
  });
}
