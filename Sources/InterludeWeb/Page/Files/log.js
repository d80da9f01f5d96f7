import { byId, element } from './dom.js';

/** Older lines are removed. */
const maximumLineCount = 200;

const list = byId('log');
const box = list.parentElement;

/** How many pixels of the last line may be out of view while the log follows it. */
const nearTheEnd = 8;

/** Whether the log follows the newest line: until a reader scrolls up, and once they are back. */
let follows = true;

let lastTop = 0;

box.addEventListener('scroll', () => {
  const isAtEnd = box.scrollHeight - box.clientHeight - box.scrollTop <= nearTheEnd;
  // A line that came since the log itself scrolled down is no reason to stop.
  if (isAtEnd || box.scrollTop < lastTop) follows = isAtEnd;
  lastTop = box.scrollTop;
});

// Lines wrap differently in a window of another width.
new ResizeObserver(showNewest).observe(list);

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

function showNewest() {
  if (follows) box.scrollTop = box.scrollHeight;
}

/** Adds a record of the event log at the end, so that no line moves within the log. */
export function addLine({ event, t, frame, ...fields }) {
  const line = element('li', {},
    element('span', { className: 'quiet', textContent: Number(t).toFixed(2) }),
    element('span', { className: 'what', textContent: event }),
    element('span', { className: 'quiet details', textContent: fieldWords(fields) }));
  line.dataset.kind = event.split('.')[0];
  list.append(line);
  while (list.children.length > maximumLineCount) list.firstChild.remove();
  // A reader may scroll up before the next frame.
  requestAnimationFrame(showNewest);
}
