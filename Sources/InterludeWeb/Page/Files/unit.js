import { byId, element } from './dom.js';
import { webAddress } from './format.js';
import * as player from './player.js';
import { page } from './tabs.js';

const place = byId('truex-frame');

/** The sandboxed frame of the unit, which cannot access this page, and what it was told. */
let frame = null;
let isReady = false;
let wanted = { isHeld: false, isCredited: false };
let known = {};

/** Sends a message to the player in the name of this page. */
export function tell(verb, rest = {}) {
  player.tell('truex', { do: verb, page, ...rest });
}

/** Shows the unit at `address`. Keeps the present frame if it has that address. */
export function show(address, { exit }) {
  if (frame?.dataset.address !== address) open(address);
  wanted = { isHeld: false, isCredited: exit === 'done' };
  inform();
}

/** Pauses the unit while something else covers it. */
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

/** Sends the unit the commands that it has not received yet. */
function inform() {
  if (!frame || !isReady) return;
  if (wanted.isHeld !== known.isHeld) command(wanted.isHeld ? 'pause' : 'resume');
  if (wanted.isCredited && !known.isCredited) command('credited');
  known = { ...wanted };
}

/** The target origin is `*` because a sandboxed frame has none. */
function command(name) {
  frame.contentWindow.postMessage({ type: 'truex', command: name }, '*');
}

const events = {
  ready() {
    isReady = true;
    inform();
  },
  interact() {
    // Only the first interaction counts.
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
