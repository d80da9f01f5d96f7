import { byId, setAttribute, setText } from './dom.js';
import { clock, ownPicture, webAddress } from './format.js';
import { current, moved, tell } from './player.js';

const placeholder = '/page/mark.svg';
const banner = byId('banner');
const more = byId('more');

banner.addEventListener('error', () => setAttribute(banner, 'src', placeholder));
more.addEventListener('click', report);
more.addEventListener('auxclick', report);

/** Reports the click to the player. The browser opens the link itself. */
function report() {
  const spot = current()?.spot;
  if (spot) tell('banner/click', { spot: spot.id });
}

export function render(state) {
  const spot = state?.break ? state.spot : null;
  byId('advert').hidden = !spot;
  if (!spot) return;
  setText(byId('advert-title'), spot.title || 'Advertisement');
  setText(byId('advert-description'), spot.description ?? '');
  showBanner(ownPicture(spot.banner) ?? new URL(placeholder, location).href);
  const target = webAddress(spot.target);
  more.hidden = target === null;
  setAttribute(more, 'href', target);
  setText(byId('more-about'), ` about ${spot.title || 'this advertisement'}`);
  tick();
}

/** Counts down as "Ad 1 of 3 · 0:11". */
export function tick() {
  const running = current()?.break;
  if (running) setText(byId('advert-text'), adText(running));
}

function adText({ spot, spots, spotRemaining }) {
  const seconds = Math.ceil(moved(spotRemaining, 'remaining') - 0.02);
  return `Ad ${spot} of ${spots} · ${clock(seconds)}`;
}

/** Loads a banner once per spot, also if that fails. */
function showBanner(address) {
  if (banner.dataset.wanted === address) return;
  banner.dataset.wanted = address;
  setAttribute(banner, 'src', address);
}
