import { byId, setAttribute, shape } from './dom.js';
import { segments } from './segments.js';
import { current, moved } from './player.js';

const drawing = byId('timeline');
const band = { top: 22, height: 26, gap: 2 };

/** The width in pixels of a part with unknown length. */
const openWidth = 32;

/** The longest future to show, in seconds. */
const horizon = 120;

/** The visible past and future, in seconds. */
let past = horizon;
let future = horizon;
let width = 0;

/** The segments drawn last, and their output time. */
let drawn = null;

new ResizeObserver(([entry]) => {
  width = entry.contentRect.width;
  past = future = width < 560 ? 60 : horizon;
  if (drawn) draw();
}).observe(drawing);

export function render(state) {
  if (state === null) return;
  drawn = null;
  setAttribute(drawing, 'aria-label', summary(state));
  tick();
}

export function tick() {
  const state = current();
  const now = moved(state.t, 't');
  // A move of less than half a pixel is invisible.
  if (drawn && Math.abs(now - drawn.now) < (past + future) / width / 2) return;
  drawn = { now, segments: segments(state, now, now + horizon) };
  draw();
}

function summary(state) {
  const heard = state.timeline.filter(({ kind, to }) => kind === 'break' && to !== null).length;
  const running = state.break ? 'in a break, ' : '';
  return `Timeline: ${running}${heard} breaks played, ${state.next.length} ahead`;
}

function draw() {
  if (width === 0) return;
  const { now, segments: all } = drawn;
  const x = time => (time - now + past) / (past + future) * width;
  const shown = all.filter(({ from, to }) => to > now - past && from < now + future);
  drawing.replaceChildren(
    ...shown.flatMap(segment => segment.kind === 'break'
      ? ad(segment, now, x) : halves(segment.from, segment.to, now, x, 'programme')),
    ...marks(now, x));
  setAttribute(drawing, 'viewBox', `0 0 ${width} 76`);
}

function ad({ from, to, spots, count = spots.length, isOpen }, now, x) {
  const shapes = spots.flatMap(spot => halves(spot.from, spot.to, now, x, 'ad'));
  const begin = Math.max(0, x(from));
  const end = Math.min(width, isOpen ? x(to) + openWidth : x(to));
  if (isOpen) {
    shapes.push(shape('rect', {
      class: 'open', x: (x(to) + 1).toFixed(1), y: band.top + 1,
      width: openWidth - 2, height: band.height - 2, rx: 2,
    }));
  }
  if (end - begin > 24) {
    const middle = Math.min(Math.max((begin + end) / 2, 28), width - 28);
    shapes.push(label(middle, 14, count === 1 ? '1 ad' : `${count} ads`, 'ad-label'));
  }
  return shapes;
}

/** One bar for the part that was heard, and one for the part ahead. */
function halves(from, to, now, x, kind) {
  return [[from, Math.min(to, now), 'heard'], [Math.max(from, now), to, 'ahead']]
    .filter(([start, end]) => end > start && x(end) > 0 && x(start) < width)
    .map(([start, end, when]) => {
      const begin = Math.max(0, x(start));
      const finish = Math.min(width, x(end));
      const size = Math.max(1, finish - begin - (end === to ? band.gap : 0));
      return shape('rect', {
        class: `${kind} ${when}`, x: begin.toFixed(1), y: band.top,
        width: size.toFixed(1), height: band.height, rx: 2,
      });
    });
}

function marks(now, x) {
  const step = past <= 60 ? 30 : 60;
  const shapes = [];
  for (let offset = -past + step; offset < future; offset += step) {
    const place = x(now + offset);
    if (offset !== 0) shapes.push(label(place, 70, tickText(offset), ''));
  }
  const middle = x(now);
  shapes.push(
    shape('line', { x1: middle, x2: middle, y1: band.top - 3, y2: band.top + band.height + 6 }),
    label(middle, 70, 'now', 'strong'));
  return shapes;
}

function tickText(offset) {
  const sign = offset < 0 ? '\u2212' : '+';
  const size = Math.abs(offset);
  return size % 60 ? `${sign}${size} s` : `${sign}${size / 60} min`;
}

function label(x, y, text, kind) {
  const node = shape('text', { x: x.toFixed(1), y, class: kind, 'text-anchor': 'middle' });
  node.textContent = text;
  return node;
}
