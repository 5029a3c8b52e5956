// All tools, in the order of the list that clients get.
import { getTool, searchTool } from './objects.ts';
import { previewChangeTool, proposeChangeTool } from './proposals.ts';
import { describeModelTool, queryTool, savedQueriesTool } from './queries.ts';
import { blastRadiusTool, whatCanReachTool, whoCanReachTool } from './reach.ts';
import { changesTool, risksTool } from './risks.ts';
import type { Tool } from './tool.ts';

/** Few and composite: a model chooses better among few tools. */
export const assistantTools: readonly Tool[] = [
  searchTool,
  getTool,
  whoCanReachTool,
  whatCanReachTool,
  blastRadiusTool,
  risksTool,
  changesTool,
  describeModelTool,
  queryTool,
  savedQueriesTool,
  previewChangeTool,
  proposeChangeTool,
];
