// A graph as an SVG picture, in the colours of the theme: for documents, where it stays sharp in every size.
import type { Core, EdgeSingular, NodeSingular } from 'cytoscape';
import { tokenColour } from '../../../style/token-colour.ts';
import { labelFont } from './labels.ts';
import { type PlacedSample, placeLegend, sampleHeight, sampleWidth, textOffset } from './legend.ts';

const margin = 24;

/** The text of the picture of everything that is drawn, with a legend below. */
export function pictureOf(core: Core): string {
  const { x1, y1, w, h } = core.elements().boundingBox();
  const legend = placeLegend(w);
  const size = [Math.max(w, legend.width) + 2 * margin, h + legend.height + 3 * margin];
  const box = [x1 - margin, y1 - margin, ...size].map(number => number.toFixed(1)).join(' ');
  const edges = core.edges().map(edge => lineOf(edge));
  const nodes = core.nodes().map(node => boxOf(node));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" font-family="${labelFont.family}" font-size="${labelFont.pixels}">`,
    `<rect x="${x1 - margin}" y="${y1 - margin}" width="100%" height="100%" fill="${tokenColour('--sunken')}"/>`,
    ...edges,
    ...nodes,
    `<g class="legend" transform="translate(${x1.toFixed(1)} ${(y1 + h + margin).toFixed(1)})">`,
    ...legend.samples.map(sampleOf),
    '</g>',
    '</svg>',
  ].join('\n');
}

function sampleOf({ text, colour, corner, dashes, x, y }: PlacedSample): string {
  const frame = tokenColour('--border-strong');
  const sample =
    corner === undefined
      ? `<line x1="${x}" y1="${y}" x2="${x + sampleWidth}" y2="${y}" stroke="${colour}" stroke-width="1.5"${dashes ? ` stroke-dasharray="${dashes.join(' ')}"` : ''}/>`
      : `<rect x="${x}" y="${y - sampleHeight / 2}" width="${sampleWidth}" height="${sampleHeight}" rx="${corner}" fill="${colour}" stroke="${frame}"/>`;
  return `${sample}<text x="${x + textOffset}" y="${y + 4}" fill="${tokenColour('--text-muted')}">${text}</text>`;
}

/** A line ends where the box of its node begins. */
function lineOf(edge: EdgeSingular): string {
  const [from, to] = [edge.sourceEndpoint(), edge.targetEndpoint()];
  const [colour, width] = [String(edge.style('line-color')), Number.parseFloat(String(edge.style('width')))];
  const dashes = { dashed: '6 3', dotted: '2 3' }[String(edge.style('line-style'))];
  const line = `<line x1="${from.x.toFixed(1)}" y1="${from.y.toFixed(1)}" x2="${to.x.toFixed(1)}" y2="${to.y.toFixed(1)}"`;
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const head = `<path d="M0 0L-8 -4L-8 4Z" fill="${colour}" transform="translate(${to.x.toFixed(1)} ${to.y.toFixed(1)}) rotate(${angle.toFixed(1)})"/>`;
  const isPlain = edge.style('target-arrow-shape') === 'none';
  return `${line} stroke="${colour}" stroke-width="${width}"${dashes ? ` stroke-dasharray="${dashes}"` : ''}/>${isPlain ? '' : head}`;
}

function boxOf(node: NodeSingular): string {
  const { x, y } = node.position();
  const [width, height] = [node.width(), node.height()];
  const frame = `fill="${node.style('background-color')}" fill-opacity="${node.style('background-opacity')}" stroke="${node.style('border-color')}"`;
  const dashes = node.style('border-style') === 'dashed' ? ' stroke-dasharray="4 3"' : '';
  const corner = node.hasClass('Account') || node.hasClass('Accounts') ? 14 : 4;
  const rect = `<rect x="${(x - width / 2).toFixed(1)}" y="${(y - height / 2).toFixed(1)}" width="${width}" height="${height}" rx="${corner}" ${frame} stroke-width="${Number.parseFloat(String(node.style('border-width')))}"${dashes}/>`;
  const text = `<text x="${x.toFixed(1)}" y="${(y + 4).toFixed(1)}" text-anchor="middle" fill="${node.style('color')}">${escaped(String(node.data('label')))}</text>`;
  // Readers of the picture see the whole name as a tooltip, and hear it.
  return `<g><title>${escaped(String(node.data('name')))}</title>${rect}${text}</g>`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
