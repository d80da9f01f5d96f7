import { byId, element, reconcile, setText, externalLink } from './dom.js';
import { ownPicture, webAddress } from './format.js';
import { current, tell } from './player.js';
import { backIn } from './count.js';

/** The states in which a view is visible (rule A4). An interstitial waits for its impression. */
const visibleStates = {
  inlineBanner: ['loaded', 'impressed', 'clicked'],
  screenBanner: ['loaded', 'impressed', 'clicked'],
  interstitial: ['impressed', 'clicked'],
};

const dialog = byId('interstitial');
const advert = byId('advert');
const screenViews = byId('screen-views');
const shares = { threshold: [0, 0.5, 1] };

/** The interstitial that is open, and the last one that was closed on this page. */
let shown = null;
let dismissed = null;

byId('interstitial-close').addEventListener('click', () => {
  dismiss();
  dialog.close();
});
dialog.addEventListener('cancel', dismiss);

function dismiss() {
  dismissed = shown;
  tell(`${path(shown)}/close`);
}

/** Reports how much of a view is visible; the player decides whether it counts as seen. */
const watcher = new IntersectionObserver(entries => {
  for (const { target, intersectionRatio } of entries) {
    // A removed view reports nothing.
    if (target.isConnected && !target.hidden) tellVisibility(target, intersectionRatio);
  }
}, shares);

/** The spot whose advertisement card is shown; null if there is none. */
let advertised = null;

/** The visible share of the banner in that card; null while it is not known. */
let advertisedShare = null;

const advertWatcher = new IntersectionObserver(entries => {
  advertisedShare = entries.at(-1).intersectionRatio;
  arrangeScreenViews();
}, shares);

/** The row of the feed whose ad plays, and its visible share; null if there is none. */
let playingRow = null;
let rowShare = null;

const rowWatcher = new IntersectionObserver(entries => {
  rowShare = entries.at(-1).intersectionRatio;
  arrangeScreenViews();
}, shares);

function watchRow(row) {
  if (row === playingRow) return;
  rowWatcher.disconnect();
  playingRow = row;
  rowShare = null;
  if (row) rowWatcher.observe(row);
}

/**
 * Shows a banner at the bottom only while the card and the row of the same ad are out of view. While
 * the card is in view, the row has no picture of its own.
 */
function arrangeScreenViews() {
  const views = [...screenViews.children];
  const share = Math.max(advertisedShare ?? 0, rowShare ?? 0);
  for (const node of views) {
    const isThere = advertisedShare === null || share >= 0.5;
    node.hidden = node.dataset.spot === advertised && isThere;
    if (node.hidden && advertisedShare !== null) tellVisibility(node, share);
  }
  screenViews.hidden = views.every(({ hidden }) => hidden);
  document.documentElement.classList.toggle('card-in-view', advertisedShare >= 0.5);
}

function watchAdvert(spot) {
  if ((spot === null) !== (advertised === null)) {
    advertisedShare = null;
    // A new observation begins with a report.
    if (spot === null) advertWatcher.disconnect();
    else advertWatcher.observe(byId('banner'));
  }
  advertised = spot;
}

const path = id => `views/${encodeURIComponent(id)}`;

function tellVisibility(node, ratio) {
  if (node.dataset.ratio === String(ratio)) return;
  node.dataset.ratio = ratio;
  tell(`${path(node.dataset.view)}/visibility`, { ratio });
}

export function render(state) {
  const ofType = type => (state?.views ?? [])
    .filter(view => view.type === type && visibleStates[type].includes(view.state));
  place(byId('inline-views'), ofType('inlineBanner'));
  place(screenViews, ofType('screenBanner'));
  watchAdvert(advert.hidden ? null : state.spot.id);
  watchRow(document.querySelector('.ad-row[data-state=audible]'));
  arrangeScreenViews();
  renderInterstitial(ofType('interstitial')[0] ?? null);
}

function place(list, views) {
  reconcile(list, views, ({ id }) => id, make, () => {});
}

function renderInterstitial(view) {
  if (view?.id === shown || view && view.id === dismissed) return;
  shown = view?.id ?? null;
  dialog.close();
  if (!view) return;
  setText(byId('interstitial-title'), view.text || 'Advertisement');
  byId('interstitial-view').replaceChildren(make(view));
  tick();
  dialog.showModal();
}

/** Repeats the page's countdown, which the interstitial covers. */
export function tick() {
  if (shown === null) return;
  const { break: running } = current();
  setText(byId('interstitial-count'),
    running ? `The programme is ${backIn(running)}.` : '\u00a0');
}

/**
 * Makes a figure of the view's size, with a link over all of it if it has a target. A strip shows
 * its text beside its picture.
 */
function make({ id, type, size, image, text, target, spot }) {
  const name = text || 'this advertisement';
  const address = webAddress(target);
  const beside = type === 'screenBanner' && text;
  const node = element('figure', { className: 'view' },
    element('figcaption', { textContent: 'Advertisement' }),
    element('img', {
      src: ownPicture(image) ?? '/page/mark.svg', alt: beside ? '' : text || '',
    }),
    beside ? element('strong', { textContent: text }) : null,
    address && externalLink(address, 'More', name, () => tell(`${path(id)}/click`)));
  // A banner among the rows is only a picture.
  if (type !== 'inlineBanner') node.querySelector('a')?.classList.add('more');
  node.dataset.view = id;
  if (spot) node.dataset.spot = spot;
  if (size?.width > 0) node.style.setProperty('--width', `${size.width}px`);
  if (size?.height > 0) node.style.setProperty('--height', `${size.height}px`);
  // An open interstitial is always visible.
  if (type !== 'interstitial') watcher.observe(node);
  return node;
}
