import { byId, element } from './dom.js';

/** Older lines are removed. */
const maximumLineCount = 200;

const list = byId('log');
const box = list.parentElement;

/** How many pixels of the last line may be out of view while the log follows it. */
const nearTheEnd = 8;

/** Whether the next frame decides to scroll to the newest line. */
let follows = false;

/** The newest line before those that came since the last frame; null if there was none. */
let known = null;

/** Whether that line was in view after the last scroll. */
let wasInView = true;

box.addEventListener('scroll', () => {
  wasInView = isInView(follows ? known : list.lastElementChild);
});

// Lines wrap differently in a window of another width.
new ResizeObserver(() => {
  if (wasInView) box.scrollTop = box.scrollHeight;
}).observe(box);

/** A new connection sends all kept lines. */
export function begin() {
  list.replaceChildren();
}

/** A field of a record as words: numbers have at most three decimals. */
function words(value) {
  if (typeof value === 'number') return String(Number(value.toFixed(3)));
  if (Array.isArray(value)) return value.map(words).join(', ') || 'none';
  return typeof value === 'object' ? fieldWords(value) : String(value);
}

function fieldWords(fields) {
  return Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${words(value)}`)
    .join(' · ');
}

/**
 * Keeps the newest line in view, unless a reader has scrolled up to an older one, also between
 * the arrival of a line and the next frame. In that frame the window may have another width, in
 * which the line is out of view although nobody has scrolled.
 */
function follow() {
  if (follows) return;
  follows = true;
  known = list.lastElementChild;
  requestAnimationFrame(() => {
    follows = false;
    if (wasInView) box.scrollTop = box.scrollHeight;
  });
}

/** Whether `line` is in view, or has been removed. */
function isInView(line) {
  return !line?.isConnected || bottom(line) <= bottom(box) + nearTheEnd;
}

function bottom(node) {
  return node.getBoundingClientRect().bottom;
}

/** Adds a record of the event log at the end, so that no line moves within the log. */
export function addLine({ event, t, frame, ...fields }) {
  const line = element('li', {},
    element('span', { className: 'quiet', textContent: Number(t).toFixed(2) }),
    element('span', { className: 'what', textContent: event }),
    element('span', { className: 'quiet details', textContent: fieldWords(fields) }));
  line.dataset.kind = event.split('.')[0];
  follow();
  list.append(line);
  while (list.children.length > maximumLineCount) list.firstChild.remove();
}
