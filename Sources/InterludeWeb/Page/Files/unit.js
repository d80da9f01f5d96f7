import { byId, element } from './dom.js';
import { webAddress } from './format.js';
import * as player from './player.js';
import { page } from './tabs.js';

const place = byId('truex-frame');

/** The frame in which the unit runs, and what it was told: it can reach nothing of this page. */
let frame = null;
let isReady = false;
let wanted = { isHeld: false, isCredited: false };
let known = {};

/** Tells the player what is done here; it knows which page that is. */
export function tell(verb, rest = {}) {
  player.tell('truex', { do: verb, page, ...rest });
}

/** Shows the unit at `address`, and keeps it as it is if it is the one that is shown. */
export function show(address, { exit }) {
  if (frame?.dataset.address !== address) open(address);
  wanted = { isHeld: false, isCredited: exit === 'done' };
  inform();
}

/** Has the unit stand still while something else is in front of it. */
export function hold() {
  wanted = { ...wanted, isHeld: true };
  inform();
}

export function close() {
  frame?.remove();
  frame = null;
}

function open(address) {
  close();
  isReady = false;
  known = { isHeld: false, isCredited: false };
  if (address === null) return;
  frame = element('iframe', { title: 'Interactive advertisement', referrerPolicy: 'no-referrer' });
  frame.dataset.address = address;
  frame.sandbox = 'allow-scripts';
  frame.allow = 'autoplay';
  frame.src = address;
  place.append(frame);
}

/** Tells the unit what it does not know yet. */
function inform() {
  if (!frame || !isReady) return;
  if (wanted.isHeld !== known.isHeld) command(wanted.isHeld ? 'pause' : 'resume');
  if (wanted.isCredited && !known.isCredited) command('credited');
  known = { ...wanted };
}

/** What runs in a sandbox has no origin by which it could be named. */
function command(name) {
  frame.contentWindow.postMessage({ type: 'truex', command: name }, '*');
}

const events = {
  ready() {
    isReady = true;
    inform();
  },
  interact() {
    // One is all that counts.
    const { engagement } = player.truexOf(player.current());
    if (engagement?.interaction === 'missing') tell('interact');
  },
  step({ step, of }) {
    if (Number.isInteger(step) && Number.isInteger(of)) tell('step', { n: step, of });
  },
  done() {
    tell('done');
  },
  popup({ url }) {
    const address = webAddress(url);
    if (address) tell('popup', { url: address });
  },
};

addEventListener('message', ({ source, data }) => {
  if (!frame || source !== frame.contentWindow || data?.type !== 'truex') return;
  if (Object.hasOwn(events, data.event)) events[data.event](data);
});
