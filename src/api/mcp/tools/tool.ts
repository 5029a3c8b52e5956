// What a tool is: a name, a schema, an example, and requests to the routes of the service.
import { z } from 'zod';
import { asOfMember } from '../../version-as-of.ts';
import { atVersion, type ServiceRequests } from '../service-requests.ts';

export interface ToolAnswer {
  readonly data: object;
  /** The token with which the tool goes on. */
  readonly next?: string | undefined;
}

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** Static: nothing from a source may be in it. */
  readonly description: string;
  readonly input: Input;
  readonly example: z.input<Input>;
  /** It makes something: its calls are recorded in the audit log. */
  readonly proposes?: boolean;
  answer(service: ServiceRequests, args: z.output<Input>): Promise<ToolAnswer>;
}

export function defineTool<Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  return tool as unknown as Tool;
}

export const asOfInput = z.string().min(1).max(40).optional().describe(asOfMember);

/** A tool whose requests are all answered from the version that its argument `asOf` names. */
export function defineVersionTool<Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  const answer = (service: ServiceRequests, { asOf, ...args }: { readonly asOf?: string }) =>
    tool.answer(atVersion(service, asOf), args as z.output<Input>);
  return defineTool({ ...tool, input: tool.input.extend({ asOf: asOfInput }), answer } as unknown as Tool);
}

export const globalIdInput = (what: string) => z.uuid().describe(`Global id of ${what}; search finds it by a name`);

export const token = z
  .string()
  .min(1)
  .max(4096)
  .optional()
  .describe('Where the answer goes on: the token of the answer before, with the same other arguments');

export const pageSizeOf = (usual: number) =>
  z.int().min(1).max(100).default(usual).describe('Items of one answer at most; fewer when they would be too long');

export const instanceInput = z.uuid().optional().describe('Only objects of this application instance');
