import { byId, element, setAttribute, setText, shape } from './dom.js';
import { milliseconds } from './format.js';

const figures = [
  ['cueToMute', 'Cue to mute'],
  ['cueToAd', 'Cue to spot'],
  ['gaps', 'Between spots'],
  ['adToStream', 'Spot to stream'],
];
const row = { height: 44, labelY: 12, dotY: 27 };
const axisHeight = 22;
const drawing = byId('latency');
let width = 0;
let drawn = '';

/** The breaks shown last, which stay while the player is away. */
let breaks = null;

new ResizeObserver(([entry]) => {
  if (entry.contentRect.width === width) return;
  width = entry.contentRect.width;
  drawn = '';
  if (breaks) show();
}).observe(drawing);

export function render(state) {
  if (state === null) return;
  breaks = state.latency ?? [];
  show();
}

function show() {
  // Changes only at the end of a break.
  const wanted = JSON.stringify(breaks);
  if (wanted === drawn) return;
  drawn = wanted;
  setText(byId('latency-note'), breaks.length ? 'one dot per break (ms)' : 'no breaks yet');
  const rows = figures
    .map(([key, name]) => ({ name, values: breaks.flatMap(figure => figure[key] ?? []) }));
  draw(rows);
  tabulate(rows.filter(({ values }) => values.length > 0));
}

/** Draws each figure, also without a value, so that the first break moves nothing. */
function draw(rows) {
  const height = rows.length * row.height + axisHeight;
  setAttribute(drawing, 'viewBox', `0 0 ${width || 1} ${height}`);
  if (width === 0) return;
  const end = niceEnd(Math.max(...rows.flatMap(({ values }) => values)));
  const x = value => 6 + value / end * (width - 12);
  drawing.replaceChildren(
    ...rows.flatMap(({ name, values }, index) => strip(name, values, index * row.height, x)),
    ...axis(end, height, x));
}

function strip(name, values, top, x) {
  const y = top + row.dotY;
  const parts = [
    text(name, { x: 0, y: top + row.labelY }),
    shape('line', { class: 'rail', x1: 0, x2: width, y1: y, y2: y }),
  ];
  if (values.length === 0) return parts;
  const middle = median(values);
  return [
    ...parts,
    text(`${milliseconds(middle)} ms`,
      { x: width, y: top + row.labelY, class: 'strong', 'text-anchor': 'end' }),
    ...values.map((value, index) => shape('circle', {
      class: index === values.length - 1 ? 'dot newest' : 'dot',
      cx: x(value).toFixed(1), cy: y, r: 4,
    })),
    shape('line', { class: 'median', x1: x(middle), x2: x(middle), y1: y - 8, y2: y + 8 }),
  ];
}

function axis(end, height, x) {
  return [0, end / 2, end].map((value, index) => text(String(value), {
    x: x(value), y: height - 4, 'text-anchor': ['start', 'middle', 'end'][index],
  }));
}

function text(content, attributes) {
  const node = shape('text', attributes);
  node.textContent = content;
  return node;
}

/** The next round number that is even. */
function niceEnd(largest) {
  const wanted = Math.max(largest, 10);
  const power = 10 ** Math.floor(Math.log10(wanted));
  return [1, 2, 4, 6, 10].map(factor => factor * power).find(end => end >= wanted);
}

function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Writes the same figures as a table for screen readers. */
function tabulate(rows) {
  const heading = cells => element('tr', {},
    ...cells.map(cell => element('th', { scope: 'col', textContent: cell })));
  byId('latency-table').replaceChildren(
    element('caption', { textContent: 'Latency in milliseconds' }),
    element('thead', {}, heading(['Measurement', 'Count', 'Median', 'Maximum'])),
    element('tbody', {}, ...rows.map(({ name, values }) => element('tr', {},
      element('th', { scope: 'row', textContent: name }),
      ...[values.length, milliseconds(median(values)), milliseconds(Math.max(...values))]
        .map(cell => element('td', { textContent: cell }))))));
}
