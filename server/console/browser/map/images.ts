/**
 * Images on the map: numbered stops, and arrows. Each is drawn when the map first needs it, and then kept by the map.
 *
 * A stop is one image, not a circle with text above it: where stops overlap, the upper one hides the number of the
 * lower one, and a thousand stops are drawn as one layer.
 */
import type { Map as MapLibre } from 'maplibre-gl';
import { theme } from '../state.js';
import { HOUSE } from './house.js';
import { COLORS } from './palette.js';

type Shape = 'stop' | 'hollow' | 'arrow';
type Picture = { shape: Shape; color: string; label: string };

/** Sharp on screens with two physical pixels per CSS pixel. */
const RATIO = 2;
const RADIUS = 9;
const RING = 2;
/** The extra width of each character after the second. */
const LETTER_WIDTH = 6;

export const imageOf = ({ shape, color, label }: Picture): string => `${shape}|${color}|${label}`;

export function drawImage(map: MapLibre, id: string): void {
  const [shape, color = '', label = ''] = id.split('|');
  const colors = COLORS[theme.peek()];
  if (shape === 'arrow') map.addImage(id, arrow(color, colors.halo), { pixelRatio: RATIO });
  if (shape !== 'stop' && shape !== 'hollow') return;
  const [fill, ring, ink] =
    shape === 'stop' ? [color, colors.halo, '#ffffff'] : [colors.halo, colors.ink, colors.ink];
  map.addImage(id, stop(label, fill, ring, ink), { pixelRatio: RATIO });
}

function stop(label: string, fill: string, ring: string, ink: string): ImageData {
  const more = label === HOUSE ? 0 : Math.max(0, label.length - 2) * LETTER_WIDTH;
  const [width, height] = [2 * (RADIUS + RING) + more, 2 * (RADIUS + RING)];
  return draw(width, height, (pen) => {
    pen.fillStyle = ring;
    pen.beginPath();
    pen.roundRect(0, 0, width, height, height / 2);
    pen.fill();
    pen.fillStyle = fill;
    pen.beginPath();
    pen.roundRect(RING, RING, width - 2 * RING, height - 2 * RING, RADIUS);
    pen.fill();
    if (label === HOUSE) {
      house(pen, width / 2, height / 2, ink);
      return;
    }
    pen.fillStyle = ink;
    pen.font = '600 10.5px system-ui, sans-serif';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText(label, width / 2, height / 2 + 0.5);
  });
}

function house(pen: CanvasRenderingContext2D, x: number, y: number, ink: string): void {
  pen.fillStyle = ink;
  pen.beginPath();
  for (const [right, down] of [
    ...[
      [0, -6],
      [6, -0.5],
      [4.2, -0.5],
      [4.2, 5],
      [1.4, 5],
      [1.4, 1.5],
    ],
    ...[
      [-1.4, 1.5],
      [-1.4, 5],
      [-4.2, 5],
      [-4.2, -0.5],
      [-6, -0.5],
    ],
  ] as [number, number][]) {
    pen.lineTo(x + right, y + down);
  }
  pen.fill();
}

/** Points right, in the direction of the line. */
function arrow(fill: string, ring: string): ImageData {
  const size = 14;
  return draw(size, size, (pen) => {
    pen.beginPath();
    for (const [x, y] of [
      [3, 2],
      [12.5, 7],
      [3, 12],
      [5.5, 7],
    ] as [number, number][]) {
      pen.lineTo(x, y);
    }
    pen.closePath();
    pen.lineJoin = 'round';
    pen.lineWidth = 3;
    pen.strokeStyle = ring;
    pen.stroke();
    pen.fillStyle = fill;
    pen.fill();
  });
}

function draw(
  width: number,
  height: number,
  how: (pen: CanvasRenderingContext2D) => void,
): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = width * RATIO;
  canvas.height = height * RATIO;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (pen === null) throw new Error('This browser draws no pictures.');
  pen.scale(RATIO, RATIO);
  how(pen);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}
