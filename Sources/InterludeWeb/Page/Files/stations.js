import { byId, element, reconcile, setAttribute, setText } from './dom.js';
import { nameOf, webAddress } from './format.js';
import { recall, remember } from './memory.js';
import { askAt } from './player.js';

const maximumCount = 8;

const list = byId('stations');

/** The stations that were heard, oldest first, as `{source, name}`. */
let stations = recalled();

/** What this browser keeps may come from anywhere. */
function recalled() {
  const kept = recall('stations', []);
  return (Array.isArray(kept) ? kept : []).slice(-maximumCount)
    .filter(entry => webAddress(entry?.source) && typeof entry.name === 'string');
}

export function render(state) {
  if (state === null) return;
  if (state.state === 'playing' && webAddress(state.source)) note(state);
  const show = list.localName === 'datalist' ? offer : arrange;
  show(state);
}

/** Remembers the station that plays, under its latest name. */
function note({ source, station }) {
  const known = stations.find(entry => entry.source === source);
  const name = station || known?.name || nameOf(source);
  if (known?.name === name) return;
  stations = known
    ? stations.map(entry => entry === known ? { source, name } : entry)
    : [...stations, { source, name }].slice(-maximumCount);
  remember('stations', stations);
}

function offer() {
  reconcile(list, stations, ({ source }) => source, () => element('option'), (node, station) => {
    setAttribute(node, 'value', station.source);
    setAttribute(node, 'label', station.name);
  });
}

/** One station needs no choice. */
function arrange(state) {
  byId('known').hidden = stations.length < 2;
  reconcile(list, stations, ({ source }) => source, make, (node, { source, name }) => {
    const isPlaying = source === state.source;
    setText(node.querySelector('h3'), name);
    setAttribute(node, 'aria-current', isPlaying ? 'true' : null);
    node.querySelector('button').hidden = isPlaying;
    setText(node.querySelector('.unseen'), ` ${name}`);
  });
}

function make({ source }) {
  const error = element('p', { className: 'error' });
  const button = element('button', { className: 'small', textContent: 'Play' },
    element('span', { className: 'unseen' }));
  button.addEventListener('click', () => askAt(error, 'play', { source }));
  return element('li', { className: 'row' },
    element('div', {}, element('h3'), element('p', { textContent: source.replace(/^https?:\/\//, '') }), error),
    element('span', { className: 'playing', textContent: 'Playing' }), button);
}
