import { byId, setAttribute, setText } from './dom.js';
import { current, refusal, refuse } from './player.js';

const button = byId('hear');
const sound = byId('sound');

button.addEventListener('click', () => {
  if (sound.hasAttribute('src')) end();
  else if (current() === null) refuse(refusal('resume'));
  else begin();
});
sound.addEventListener('playing', () => setText(byId('hear-text'), 'Listening here'));
sound.addEventListener('error', () => {
  // Removing the source is also reported as an error.
  if (!sound.hasAttribute('src')) return;
  end();
  refuse('The player’s audio is not available right now.');
});
sound.addEventListener('ended', end);

async function begin() {
  const canOpus = sound.canPlayType('audio/ogg; codecs=opus') !== '';
  sound.src = canOpus ? '/listen' : '/listen.mp3';
  setAttribute(button, 'aria-pressed', 'true');
  setText(byId('hear-text'), 'Connecting');
  try {
    await sound.play();
  } catch (reason) {
    if (reason.name === 'NotAllowedError') refuse('The browser blocks audio on this page.');
  }
}

/** Disconnects instead of pausing, so that nothing is downloaded unheard. */
function end() {
  sound.removeAttribute('src');
  sound.load();
  setAttribute(button, 'aria-pressed', 'false');
  setText(byId('hear-text'), 'Listen here');
}
