// A graph of access on a canvas: moved and zoomed by mouse (Ctrl and the wheel), fingers or the buttons. What it shows is above it as text, for keyboards and
// screen readers.
import cytoscape, { type Core, type ElementDefinition } from 'cytoscape';
import { Download, FileImage, Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { scheme } from '../../../app/theme.ts';
import { IconButton } from '../../../components/controls/button.tsx';
import { fileNameOf } from '../../../components/files/file-name.ts';
import { saveFile } from '../../../components/files/save-file.ts';
import { tokenColour } from '../../../style/token-colour.ts';
import styles from '../access.module.css';
import type { Graph, GraphNode, GraphStep } from './access-graph.ts';
import { pictureOf } from './graph-picture.ts';
import { type Label, labelFont, labelOf, printable } from './labels.ts';
import { type Place, placeLayers } from './layers.ts';
import { type PlacedSample, placeLegend, sampleHeight, sampleWidth, textOffset } from './legend.ts';
import { graphLook } from './look.ts';

interface GraphViewProps {
  readonly graph: Graph;
  /** The graph begins on the right: it is followed back from an object to accounts. */
  readonly isBack?: boolean;
  /** Key of the chosen node or step. */
  readonly selected: string | undefined;
  readonly onSelect: (key: string | undefined) => void;
  /** Keys of the nodes that the reader chose as ends. */
  readonly ends: readonly string[];
}

/** Larger graphs are drawn with plain lines. */
const mostCurves = 400;
const readableZoom = 0.45;
const largestZoom = 1.1;

export function GraphView({ graph, isBack = false, selected, onSelect, ends }: GraphViewProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<Core | undefined>(undefined);
  const select = useRef(onSelect);
  select.current = onSelect;
  useEffect(() => {
    const core = openCanvas(box.current!, key => select.current(key));
    canvas.current = core;
    const stop = scheme.subscribe(() => core.style(graphLook()));
    return () => {
      stop();
      core.destroy();
      canvas.current = undefined;
    };
  }, []);
  const first = ends[0];
  const last = ends[1];
  useEffect(() => {
    draw(canvas.current!, graph, isBack, [first, last]);
  }, [graph, isBack, first, last]);
  useEffect(() => {
    const core = canvas.current!;
    core.$(':selected').unselect();
    if (selected !== undefined) core.getElementById(selected).select();
  }, [selected]);
  const zoom = (factor: number) => {
    const core = canvas.current!;
    const { width, height } = { width: core.width(), height: core.height() };
    core.zoom({ level: core.zoom() * factor, renderedPosition: { x: width / 2, y: height / 2 } });
  };
  return (
    <div className={styles.graph}>
      <div className={styles.zoom}>
        <IconButton label="Zoom in" onClick={() => zoom(1.4)}>
          <ZoomIn size={16} aria-hidden="true" />
        </IconButton>
        <IconButton label="Zoom out" onClick={() => zoom(1 / 1.4)}>
          <ZoomOut size={16} aria-hidden="true" />
        </IconButton>
        <IconButton label="Save the graph as PNG" onClick={() => void savePicture(canvas.current!)}>
          <Download size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          label="Save the graph as SVG"
          onClick={() =>
            saveFile(fileNameOf('graph', 'svg'), new Blob([pictureOf(canvas.current!)], { type: 'image/svg+xml' }))
          }
        >
          <FileImage size={16} aria-hidden="true" />
        </IconButton>
        <IconButton label="Show the whole graph" onClick={() => canvas.current!.fit(undefined, margin)}>
          <Maximize size={16} aria-hidden="true" />
        </IconButton>
      </div>
      <div
        ref={box}
        className={styles.canvas}
        role="img"
        aria-label={`Graph of ${graph.nodes.size} objects and ${graph.steps.size} steps. The list above it says the same as text.`}
      />
    </div>
  );
}

/** Pixels of the picture for each of the drawing, and the most pixels of a side. */
const pictureScale = 2;
const mostPicturePixels = 8000;

/** The whole graph in the colours of the theme. */
async function savePicture(core: Core): Promise<void> {
  const size = { scale: pictureScale, maxWidth: mostPicturePixels, maxHeight: mostPicturePixels };
  const picture = await core.png({ output: 'blob-promise', full: true, bg: tokenColour('--sunken'), ...size });
  saveFile(fileNameOf('graph', 'png'), await withLegend(picture, core.elements().boundingBox().w));
}

/** A picture with room around it, in the colour of its ground, and a legend below. @param drawn the width of the drawing */
async function withLegend(picture: Blob, drawn: number): Promise<Blob> {
  const image = await createImageBitmap(picture);
  const scale = image.width / drawn;
  const legend = placeLegend(drawn);
  const room = margin * pictureScale;
  const width = Math.max(image.width, legend.width * scale) + 2 * room;
  const canvas = new OffscreenCanvas(width, image.height + legend.height * scale + 3 * room);
  const context = canvas.getContext('2d')!;
  context.fillStyle = tokenColour('--sunken');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, room, room);
  context.translate(room, image.height + 2 * room);
  context.scale(scale, scale);
  for (const sample of legend.samples) drawSample(context, sample);
  return canvas.convertToBlob({ type: 'image/png' });
}

function drawSample(context: OffscreenCanvasRenderingContext2D, sample: PlacedSample): void {
  const { text, colour, corner, dashes = [], x, y } = sample;
  context.beginPath();
  if (corner === undefined) {
    context.moveTo(x, y);
    context.lineTo(x + sampleWidth, y);
  } else {
    context.roundRect(x, y - sampleHeight / 2, sampleWidth, sampleHeight, corner);
    context.fillStyle = colour;
    context.fill();
  }
  context.setLineDash([...dashes]);
  context.lineWidth = corner === undefined ? 1.5 : 1;
  context.strokeStyle = corner === undefined ? colour : tokenColour('--border-strong');
  context.stroke();
  context.font = `${labelFont.pixels}px ${labelFont.family}`;
  context.fillStyle = tokenColour('--text-muted');
  context.fillText(text, x + textOffset, y + 4);
}

function openCanvas(container: HTMLElement, onSelect: (key: string | undefined) => void): Core {
  // Cytoscape adds a style element unless an element has this id. The content security policy forbids style elements;
  // access.module.css has the rule.
  const styleId = '__________cytoscape_stylesheet';
  if (!document.getElementById(styleId))
    document.head.append(Object.assign(document.createElement('meta'), { id: styleId }));
  // A wheel alone scrolls the page; with Ctrl it zooms, like on maps. This listener comes before Cytoscape's.
  container.addEventListener('wheel', event => !event.ctrlKey && !event.metaKey && event.stopImmediatePropagation(), {
    capture: true,
    passive: true,
  });
  const core = cytoscape({
    container,
    style: graphLook(),
    minZoom: 0.02,
    maxZoom: 3,
    autoungrabify: true,
    boxSelectionEnabled: false,
    textureOnViewport: true,
    hideEdgesOnViewport: true,
    pixelRatio: 'auto',
  });
  core.on('mouseover', 'node', ({ target }) => {
    container.title = target.data('name');
  });
  core.on('mouseout', 'node', () => container.removeAttribute('title'));
  core.on('tap', event => onSelect(event.target === core ? undefined : event.target.id()));
  return core;
}

function draw(core: Core, graph: Graph, isBack: boolean, ends: readonly (string | undefined)[]): void {
  const begin = performance.now();
  // Cytoscape could cut labels itself, but measures each of their characters for that.
  const labels = new Map([...graph.nodes.values()].map(({ key, name }) => [key, labelOf(name)] as const));
  const places = placeLayers(graph, isBack, key => labels.get(key)!.width);
  const isPlain = graph.steps.size > mostCurves;
  const elements: ElementDefinition[] = [
    ...[...graph.nodes.values()].map(node =>
      drawnNode(node, labels.get(node.key)!, places.get(node.key)!, ends.includes(node.key)),
    ),
    ...[...graph.steps.values()].map(step => drawnStep(graph, step, isPlain)),
  ];
  core.one('render', () => performance.measure('access graph drawn', { start: begin, end: performance.now() }));
  // The node under the pointer may be gone.
  core.container()!.removeAttribute('title');
  core.batch(() => {
    core.elements().remove();
    core.add(elements);
  });
  setHeight(core);
  frame(core, isBack);
}

const margin = 24;

/** As high as the drawing where it is as wide as the canvas. The style limits it. */
function setHeight(core: Core): void {
  const { w, h } = core.elements().boundingBox();
  const zoom = Math.min(largestZoom, Math.max(readableZoom, (core.width() - 2 * margin) / w));
  core.container()!.style.height = `${Math.ceil(h * zoom) + 2 * margin}px`;
  core.resize();
}

/** Show everything when it stays readable, otherwise the beginning. */
function frame(core: Core, isBack: boolean): void {
  if (core.elements().empty()) return;
  core.fit(undefined, margin);
  if (core.zoom() > largestZoom) {
    core.zoom(largestZoom);
    core.center();
  } else if (core.zoom() < readableZoom) {
    core.zoom(readableZoom);
    const start = core.nodes().first().position();
    const x = isBack ? core.width() - 100 : 100;
    core.pan({ x: x - start.x * readableZoom, y: core.height() / 2 - start.y * readableZoom });
  }
}

const containers = new Set(['UserGroup', 'Role', 'PermissionSet']);

function drawnNode(node: GraphNode, { text }: Label, place: Place, isEnd: boolean): ElementDefinition {
  const kind = containers.has(node.type)
    ? 'Container'
    : ['Account', 'Accounts', 'More'].includes(node.type)
      ? node.type
      : 'Object';
  return {
    group: 'nodes',
    data: { id: node.key, label: text, name: printable(node.name), width: place.width },
    position: { x: place.x, y: place.y },
    classes: [kind, ...(isEnd ? ['end'] : []), ...(node.isEnabled === false ? ['disabled'] : [])],
  };
}

function drawnStep({ nodes }: Graph, step: GraphStep, isPlain: boolean): ElementDefinition {
  const layersPassed = Math.abs(nodes.get(step.to)!.layer - nodes.get(step.from)!.layer);
  const line = isPlain ? 'plain' : layersPassed > 1 ? 'long' : undefined;
  return {
    group: 'edges',
    data: { id: step.key, source: step.from, target: step.to },
    classes: [step.kind, ...(step.isCritical ? ['critical'] : []), ...(line ? [line] : [])],
  };
}
