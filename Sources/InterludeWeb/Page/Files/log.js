import { byId, element } from './dom.js';

/** Older lines are removed. */
const maximumLineCount = 200;

const list = byId('log');

/** A new connection sends all kept lines. */
export function begin() {
  list.replaceChildren();
}

/** Rounds numbers to three decimals. */
function rounded(name, value) {
  return typeof value === 'number' ? Number(value.toFixed(3)) : value;
}

/** Adds a record of the event log at the top. */
export function addLine({ event, t, frame, ...fields }) {
  const details = Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${JSON.stringify(value, rounded).replaceAll('"', '')}`)
    .join(' · ');
  const line = element('li', {},
    element('span', { className: 'quiet', textContent: Number(t).toFixed(2) }),
    element('span', { className: 'what', textContent: event }),
    element('span', { className: 'quiet details', textContent: details }));
  line.dataset.kind = event.split('.')[0];
  list.prepend(line);
  while (list.children.length > maximumLineCount) list.lastChild.remove();
}
