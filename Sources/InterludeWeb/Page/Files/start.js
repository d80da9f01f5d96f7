import { announce, byId, setAttribute, setText } from './dom.js';
import { listen } from './events.js';
import * as player from './player.js';
import * as token from './token.js';
import './hear.js';

const isGone = 'The player is not responding.';

/**
 * Connects a page to the player. Each of `parts` may have `render` for a state, which is null
 * without a player, `renderLevel`, `renderFeed`, `addLine` for a line of the event log, `begin` for
 * a new connection, and `tick`, which advances the times between two states.
 */
export async function start(parts) {
  const call = (name, value) => {
    for (const part of parts) part[name]?.(value);
  };

  function show(state) {
    player.take(state);
    call('render', state);
  }

  /** Whether the connection was lost before, so that its return is announced. */
  let wasGone = false;

  const refusedToken = await player.signIn();
  listen({
    state: show,
    level: level => call('renderLevel', level),
    log: line => call('addLine', line),
    feed: feed => call('renderFeed', feed),
    back() {
      setLink('there', 'Connected');
      markControls(false);
      if (wasGone) announce('Reconnected.');
      call('begin');
      player.learnRole().then(() => call('render', player.current()));
    },
    again: () => call('beginAgain'),
    async gone() {
      wasGone = true;
      player.explainAbsence(isGone);
      explain(isGone, 'This page shows its last state. It reconnects automatically.');
      setLink('gone', 'Disconnected');
      markControls(true);
      announce(`${isGone} The page reconnects automatically.`);
      show(null);
      if (!await player.wantsToken()) return;
      explain('This player requires a token.',
        'Open the address that the player printed, or enter the token.');
      player.explainAbsence('This player requires a token: open the address that it printed.');
      player.refuse(player.refusal('pause'));
      token.want(refusedToken);
    },
  });

  // Countdowns are accurate to a tenth of a second.
  setInterval(() => {
    if (!document.hidden && player.current() !== null) call('tick');
  }, 100);
}

function setLink(link, text) {
  document.documentElement.dataset.link = link;
  setText(byId('link'), text);
  byId('gone').hidden = link !== 'gone';
  byId('sign-in').hidden = true;
}

/** Disables controls without a player. Those of the transport explain the reason themselves. */
function markControls(mustWait) {
  for (const button of document.querySelectorAll('#hear, main button:not(.transport *)')) {
    setAttribute(button, 'aria-disabled', mustWait ? 'true' : null);
  }
}

function explain(why, until) {
  setText(byId('gone-why'), why);
  setText(byId('gone-until'), until);
}
