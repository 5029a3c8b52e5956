// How nodes and steps look on the canvas. Colours are the tokens of the console, resolved for the theme in use.
import type { StylesheetJson } from 'cytoscape';
import { tokenColour } from '../../../style/token-colour.ts';
import { labelFont } from './labels.ts';

const token = (name: string) => tokenColour(`--${name}`);

export function graphLook(): StylesheetJson {
  const [text, surface, muted, accent, bad] = ['text', 'surface', 'border-strong', 'accent', 'bad'].map(token);
  return [
    {
      selector: 'node',
      style: {
        shape: 'round-rectangle',
        width: 'data(width)',
        height: 28,
        'background-color': surface!,
        'border-width': 1,
        'border-color': muted!,
        label: 'data(label)',
        color: text!,
        'font-size': labelFont.pixels,
        'font-family': labelFont.family,
        'text-valign': 'center',
        'text-halign': 'center',
        'min-zoomed-font-size': 6,
      },
    },
    { selector: 'node.Account', style: { 'background-color': token('info-ground'), 'corner-radius': '14px' } },
    {
      selector: 'node.Accounts',
      style: {
        'background-color': token('info-ground'),
        'corner-radius': '14px',
        'border-width': 3,
        'border-style': 'double',
      },
    },
    { selector: 'node.Container', style: { 'background-color': token('warning-ground') } },
    { selector: 'node.Object', style: { 'background-color': token('good-ground'), shape: 'cut-rectangle' } },
    { selector: 'node.More', style: { 'border-style': 'dashed', 'background-opacity': 0, width: 100 } },
    { selector: 'node.disabled', style: { 'border-style': 'dashed', color: token('text-muted') } },
    { selector: 'node.end', style: { 'border-width': 3, 'border-color': accent!, 'font-weight': 'bold' } },
    {
      selector: 'edge',
      style: {
        width: 1.5,
        'line-color': muted!,
        'target-arrow-color': muted!,
        'target-arrow-shape': 'triangle',
        'arrow-scale': 0.8,
        'curve-style': 'bezier',
      },
    },
    { selector: 'edge.Grant, edge.Impersonation', style: { 'line-color': accent!, 'target-arrow-color': accent! } },
    { selector: 'edge.Containment, edge.More', style: { 'line-style': 'dotted' } },
    {
      selector: 'edge.Denial',
      style: { 'line-color': bad!, 'target-arrow-color': bad!, 'target-arrow-shape': 'tee', 'line-style': 'dashed' },
    },
    { selector: 'edge.critical', style: { width: 5, 'line-color': bad!, 'target-arrow-color': bad! } },
    { selector: 'node:selected', style: { 'border-width': 3, 'border-color': text! } },
    { selector: 'edge:selected', style: { width: 4 } },
    // Past the layers between its ends, so that it does not hide behind their nodes.
    {
      selector: 'edge.long',
      style: { 'curve-style': 'unbundled-bezier', 'control-point-distances': [46], 'control-point-weights': [0.5] },
    },
    // Straight lines without arrows are drawn many times faster.
    { selector: 'edge.plain', style: { 'curve-style': 'haystack', 'target-arrow-shape': 'none' } },
  ];
}
