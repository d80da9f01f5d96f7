import { byId, element, reconcile, setAttribute, setText, externalLink } from './dom.js';
import { ownPicture, webAddress } from './format.js';
import { askAt, current, tell } from './player.js';

/** Milliseconds without scrolling until the list is idle (rule I7). */
const restAfter = 150;

const list = byId('feed');
const inSight = new Set();
let isIdle = true;
let restTimer = 0;
let isTelling = false;
let width = 0;

/** Whether the player has a feed, whose view it wants to know. */
let hasFeed = false;

/** The reports sent last, so that none is repeated. */
const told = { viewport: '', active: null, width: null };

byId('refresh').addEventListener('click', () => askAt(byId('refresh-error'), 'feed/refresh'));
document.addEventListener('visibilitychange', tellActive);
addEventListener('scroll', () => {
  isIdle = false;
  clearTimeout(restTimer);
  restTimer = setTimeout(rest, restAfter);
  tellViewport();
}, { passive: true });

function rest() {
  isIdle = true;
  tellViewport();
}

const watcher = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) inSight.add(target);
    else inSight.delete(target);
  }
  tellViewport();
});

new ResizeObserver(([entry]) => {
  width = Math.round(entry.contentRect.width);
  tellWidth();
}).observe(list);

/** Begins a new connection, perhaps to another player: all reports are due again. */
export function begin() {
  Object.assign(told, { viewport: '', active: null, width: null });
  hasFeed = false;
}

/** Marks the programme that plays. */
export function render() {
  for (const node of list.children) mark(node);
}

export function renderFeed({ rows }) {
  byId('programmes').hidden = rows.length === 0;
  reconcile(list, rows, ({ kind, id }) => `${kind} ${id}`, make, (node, row, index) => {
    update(node, row, index);
    const isFirst = row.section !== rows[index - 1]?.section;
    setAttribute(node, 'data-section', isFirst ? row.section : null);
  });
  for (const node of inSight) if (!node.isConnected) inSight.delete(node);
  hasFeed = rows.length > 0;
  tellWidth();
  tellActive();
  tellViewport();
}

function tellWidth() {
  if (!hasFeed || width === 0 || width === told.width) return;
  told.width = width;
  tell('feed/preferredWidth', { width });
}

function tellActive() {
  const active = !document.hidden;
  if (!hasFeed || active === told.active) return;
  told.active = active;
  tell('feed/active', { active });
}

/** Reports the visible rows. Repeats itself if they change during the report. */
async function tellViewport() {
  const rows = [...inSight].filter(node => node.isConnected)
    .map(node => Number(node.dataset.index));
  if (!hasFeed || isTelling || rows.length === 0) return;
  const viewport = { first: Math.min(...rows), last: Math.max(...rows), idle: isIdle };
  const text = JSON.stringify(viewport);
  if (text === told.viewport) return;
  told.viewport = text;
  isTelling = true;
  await tell('feed/viewport', viewport);
  isTelling = false;
  tellViewport();
}

function make(row) {
  const node = row.kind === 'ad' ? makeAd(row) : makeItem(row);
  node.classList.add('row');
  watcher.observe(node);
  return node;
}

function makeItem({ source, title }) {
  const node = element('li', {},
    element('div', {}, element('h3'), element('p'), element('p', { className: 'error' })),
    source ? element('span', { className: 'playing', textContent: 'Playing' }) : null,
    source ? element('button', { className: 'small', textContent: 'Play' },
      element('span', { className: 'unseen', textContent: ` ${title}` })) : null);
  node.querySelector('button')?.addEventListener('click',
    () => askAt(node.querySelector('.error'), 'play', { source }));
  if (source) node.dataset.source = source;
  return node;
}

function mark(node) {
  if (!node.dataset.source) return;
  const isPlaying = node.dataset.source === current()?.source;
  setAttribute(node, 'aria-current', isPlaying ? 'true' : null);
  node.querySelector('button').hidden = isPlaying;
}

function makeAd({ id, title, image, target, audio }) {
  const address = webAddress(target);
  const picture = ownPicture(image);
  const path = `feed/rows/${encodeURIComponent(id)}`;
  const more = address && externalLink(address, 'More', title, () => tell(`${path}/click`));
  more?.classList.add('more', 'small');
  const hear = audio ? element('button', { className: 'small hear' }) : null;
  hear?.addEventListener('click',
    () => askAt(node.querySelector('.error'), `${path}/${hear.dataset.verb}`));
  const node = element('li', { className: 'ad-row' },
    element('div', {}, element('p', { className: 'eyebrow', textContent: 'Advertisement' }),
      element('h3'), element('p'), element('div', { className: 'actions' }, hear, more),
      element('p', { className: 'error' })),
    picture ? element('img', { src: picture, alt: '', width: 96, height: 96 }) : null);
  return node;
}

function update(node, { title, subtitle, description, height, state }, index) {
  node.dataset.index = index;
  setAttribute(node, 'data-state', state ?? null);
  const hear = node.querySelector('.hear');
  if (hear) {
    const isHeard = state === 'audible';
    hear.dataset.verb = isHeard ? 'stop' : 'start';
    setText(hear, isHeard ? 'Stop' : 'Listen');
    setAttribute(hear, 'aria-label', isHeard ? `Stop ${title}` : `Listen to ${title}`);
    setText(node.querySelector('.eyebrow'),
      isHeard ? 'Advertisement · playing' : 'Advertisement');
  }
  setText(node.querySelector('h3'), title || 'Untitled');
  setText(node.querySelector('h3 + p'), description ?? subtitle ?? '');
  mark(node);
  if (height > 0) node.style.setProperty('--height', `${height}px`);
}
