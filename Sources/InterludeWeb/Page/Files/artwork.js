import { byId, setAttribute } from './dom.js';
import { isInAd } from './player.js';

const picture = byId('artwork-picture');

// The drawing below it stays visible until there is a whole picture.
picture.addEventListener('load', () => picture.hidden = false);
picture.addEventListener('error', () => picture.hidden = true);

/** Shows the picture of the present title; the drawing for an ad, and without a picture. */
export function render(state) {
  if (state === null) return;
  const address = isInAd(state) ? null : state.artwork;
  const path = address && `/api/artwork?at=${encodeURIComponent(address)}`;
  if (picture.getAttribute('src') === path) return;
  picture.hidden = true;
  setAttribute(picture, 'src', path);
}
