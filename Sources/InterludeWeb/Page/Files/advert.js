import { byId, setAttribute, setText } from './dom.js';
import { clock, ownPicture, readable, webAddress } from './format.js';
import { current, moved, tell } from './player.js';

const banner = byId('banner');
const more = byId('more');

// A banner that cannot be loaded takes no place.
banner.addEventListener('error', () => banner.hidden = true);
banner.addEventListener('load', reportView);
document.addEventListener('visibilitychange', reportView);
new IntersectionObserver(([entry]) => {
  isInView = entry.isIntersecting;
  reportView();
}, { threshold: 0.5 }).observe(banner);
more.addEventListener('click', report);
more.addEventListener('auxclick', report);

/** The id of the spot that is shown. */
let shown = null;

/** Whether half of the banner is in view. */
let isInView = false;

/** The id of the spot whose banner was last reported as seen. */
let seen = null;

/** Reports to the player that somebody can see the banner, once for each spot. */
function reportView() {
  const spot = current()?.break ? current().spot : null;
  const isSeen = isInView && !document.hidden && !banner.hidden && banner.naturalWidth > 0;
  if (!spot || !isSeen || seen === spot.id || banner.dataset.wanted !== String(ownPicture(spot.banner)))
    return;
  seen = spot.id;
  tell('banner/shown', { spot: spot.id });
}

/** Another ad has other elements, so that nothing of the last one moves. */
function renew(id) {
  shown = id;
  for (const node of [byId('advert-title'), byId('advert-description')]) {
    node.replaceWith(node.cloneNode());
  }
}

/** Reports the click to the player. The browser opens the link itself. */
function report() {
  const spot = current()?.spot;
  if (spot) tell('banner/click', { spot: spot.id });
}

/** Shows the advertisement that plays, in the place of the history. */
export function render(state) {
  const spot = state?.break ? state.spot : null;
  byId('advert').hidden = !spot;
  byId('heard').hidden = Boolean(spot);
  if (!spot) return;
  if (spot.id !== shown) renew(spot.id);
  const title = readable(spot.title) || (state.break.slate ? 'Break' : 'Advertisement');
  setText(byId('advert-title'), title);
  setText(byId('advert-description'), spot.description ?? '');
  showBanner(ownPicture(spot.banner));
  const target = webAddress(spot.target);
  more.hidden = target === null;
  setAttribute(more, 'href', target);
  setText(byId('more-about'), ` about ${title}`);
  tick();
}

/** Counts down as "Ad 1 of 3 · 0:11", or "Break" under the slate. */
export function tick() {
  const running = current()?.break;
  if (running) setText(byId('advert-text'), adText(running));
}

function adText({ slate, spot, spots, spotRemaining, skipIn }) {
  if (slate) return 'Break';
  const seconds = Math.ceil(moved(spotRemaining, 'remaining') - 0.02);
  const wait = skipIn > 0 ? Math.ceil(moved(skipIn, 'remaining') - 0.02) : 0;
  const skip = wait > 0 ? ` · skip in ${clock(wait)}` : '';
  return `Ad ${spot} of ${spots} · ${clock(seconds)}${skip}`;
}

/** Loads a banner once per spot, also if that fails. */
function showBanner(address) {
  if (address === null) banner.hidden = true;
  if (banner.dataset.wanted === String(address)) return;
  banner.dataset.wanted = address;
  banner.hidden = address === null;
  setAttribute(banner, 'src', address);
}
