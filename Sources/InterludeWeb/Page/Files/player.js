import { announce } from './dom.js';

/** The newest state that the player has sent; null before the first, and while it is gone. */
let state = null;
let receivedAt = 0;

export function take(newState) {
  state = newState;
  receivedAt = performance.now();
}

export function current() {
  return state;
}

/** Where a time of the state stands at this moment; `rate` names how the player says it moves. */
export function moved(value, rate) {
  return value + (state.rates?.[rate] ?? 0) * (performance.now() - receivedAt) / 1000;
}

/** Where a timer stands that says itself how it moves. */
export function ran({ seconds, rate }) {
  return Math.max(0, seconds + rate * (performance.now() - receivedAt) / 1000);
}

/** What is to be drawn of an interactive advertisement. */
export function truexOf(state) {
  return state?.truex ?? { kind: 'nothing' };
}

/** Whether an advertisement has the listener, so that he must wait. */
export function isInAd(state) {
  return Boolean(state.break) || truexOf(state).kind !== 'nothing';
}

const refusals = {
  pause: 'There is nothing to pause.',
  resume: 'There is nothing to play.',
  seek: 'There is nowhere to go in this source.',
  skip: 'This advertisement cannot be skipped.',
  live: 'This is live already.',
  delay: 'Nothing was received yet that one could go back to.',
};

/** Why nothing can be asked of the player while it is gone. */
let absence = 'The player is gone.';

export function explainAbsence(reason) {
  absence = reason;
}

/** Why the player would refuse `action`; null if it would not. */
export function refusal(action) {
  if (state === null) return absence;
  if (state.allowed[action]) return null;
  return isInAd(state) && action !== 'skip' ? 'Not during an advertisement.' : refusals[action];
}

/** Asks the player; true if it accepts. A refusal is said aloud and shown. */
export async function ask(verb, body) {
  if (state === null) {
    refuse(absence);
    return false;
  }
  try {
    const answer = await send(verb, body);
    if (answer.ok) return true;
    const { reason, error } = await answer.json();
    refuse(reason ?? error ?? `The player refused: ${answer.status}.`);
  } catch {
    refuse('The player does not answer.');
  }
  return false;
}

let lastTold = Promise.resolve();

/**
 * Tells the player of something that happened here, after all that it was told before; what it
 * makes of it is its own affair.
 */
export function tell(verb, body) {
  // That the player is gone, the page says already.
  lastTold = lastTold.then(() => send(verb, body)).catch(() => {});
  return lastTold;
}

function send(verb, body) {
  return fetch(`/api/${verb}`, {
    method: 'POST',
    headers: body ? { 'Content-Type': 'application/json' } : {},
    body: body && JSON.stringify(body),
    keepalive: true,
    signal: AbortSignal.timeout(10000),
  });
}

export function refuse(reason) {
  announce(reason);
  document.dispatchEvent(new CustomEvent('refused', { detail: reason }));
}

/** Whether the player is there but lets nobody in without its token. */
export async function wantsToken() {
  try {
    return (await fetch('/api/state')).status === 401;
  } catch {
    return false;
  }
}

/** Whether the player takes this page for its operator's, as it does once the token was shown. */
let isOperators = false;

export function isOperator() {
  return isOperators;
}

/** Asks the player who it takes this page for. */
export async function learnRole() {
  try {
    isOperators = (await (await fetch('/api/role')).json()).role === 'operator';
  } catch {
    // That the player is gone, the page says already.
  }
}

/** Trades the token in the page's address for a cookie, so that it does not stay in sight. */
export async function signIn() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (!token) return;
  history.replaceState(null, '', location.pathname);
  await fetch('/api/login', { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
}
