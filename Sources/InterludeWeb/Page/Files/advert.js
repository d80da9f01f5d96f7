import { byId, setAttribute, setText } from './dom.js';
import { ownPicture, webAddress } from './format.js';
import { current, tell } from './player.js';

const placeholder = '/page/mark.svg';
const banner = byId('banner');
const more = byId('more');

banner.addEventListener('error', () => setAttribute(banner, 'src', placeholder));
more.addEventListener('click', report);
more.addEventListener('auxclick', report);

/** The link opens by itself; the advertiser learns of it through the player. */
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
}

/** A banner that could not be loaded is not asked for again while its spot plays. */
function showBanner(address) {
  if (banner.dataset.wanted === address) return;
  banner.dataset.wanted = address;
  setAttribute(banner, 'src', address);
}
