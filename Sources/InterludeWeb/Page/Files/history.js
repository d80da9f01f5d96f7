import { byId, element, reconcile } from './dom.js';
import { readable, timeOfDay } from './format.js';

/** As many as have room. */
const maximumCount = 9;

const list = byId('titles');

/** Shows the titles before the present one, newest first. */
export function render(state) {
  if (state === null) return;
  const present = state.titles.findLastIndex(({ kind }) => kind === 'programme');
  const before = state.titles.toSpliced(present, present < 0 ? 0 : 1)
    .slice(-maximumCount).reverse();
  byId('titles-empty').hidden = before.length > 0;
  reconcile(list, before, ({ number }) => number, make, () => {});
}

/** A player that was started again counts from 1 again. */
export function begin() {
  list.replaceChildren();
}

function make({ kind, title, ago }) {
  return element('li', {}, element('time', { textContent: timeOfDay(ago) }),
    kind === 'ad' ? element('span', { className: 'kind', textContent: 'Ad' }) : null,
    element('span', { className: 'name', textContent: readable(title) || 'Untitled' }));
}
