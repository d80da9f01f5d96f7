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
  // Taking the source away is told as an error too.
  if (!sound.hasAttribute('src')) return;
  end();
  refuse('The sound of the player cannot be had at the moment.');
});
sound.addEventListener('ended', end);

async function begin() {
  const canOpus = sound.canPlayType('audio/ogg; codecs=opus') !== '';
  sound.src = canOpus ? '/listen' : '/listen.mp3';
  setAttribute(button, 'aria-pressed', 'true');
  setText(byId('hear-text'), 'Joining');
  try {
    await sound.play();
  } catch (reason) {
    if (reason.name === 'NotAllowedError') refuse('The browser does not allow sound here.');
  }
}

/** A live stream is not paused but left, so that nothing is downloaded in vain. */
function end() {
  sound.removeAttribute('src');
  sound.load();
  setAttribute(button, 'aria-pressed', 'false');
  setText(byId('hear-text'), 'Listen here');
}
