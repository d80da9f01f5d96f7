import { announce } from './dom.js';

/** The latest state from the player; null before the first one and while disconnected. */
let state = null;
let receivedAt = 0;

export function take(newState) {
  state = newState;
  receivedAt = performance.now();
}

export function current() {
  return state;
}

/** The present value of a time in the state; `rate` names its member in `rates`. */
export function moved(value, rate) {
  return value + (state.rates?.[rate] ?? 0) * (performance.now() - receivedAt) / 1000;
}

/** The present value of a timer that has its own rate. */
export function ran({ seconds, rate }) {
  return Math.max(0, seconds + rate * (performance.now() - receivedAt) / 1000);
}

export function truexOf(state) {
  return state?.truexView ?? { kind: 'nothing' };
}

export function isLive(state) {
  return typeof state.behindLive === 'number';
}

/** Whether the player waits for its stream. */
export function isAway({ state }) {
  return ['connecting', 'reconnecting', 'lost'].includes(state);
}

/** Whether there is no device that could be heard. */
export function lacksDevice({ state, device }) {
  return !device.present || state === 'sinkLost';
}

/** Whether an advertisement plays, or an interactive one is shown. */
export function isInAd(state) {
  return Boolean(state?.break) || truexOf(state).kind !== 'nothing';
}

/** Whether nothing plays, nor will without a request. */
export function isOver(state) {
  return ['idle', 'stopped', 'failed'].includes(state?.state);
}

/** Whether the slate is heard in place of an ad. */
export function isInSlate(state) {
  return Boolean(state?.break?.slate);
}

const refusals = {
  pause: 'Nothing to pause.',
  resume: 'Nothing to play.',
  seek: 'You cannot seek in this stream.',
  skip: 'This ad cannot be skipped.',
  live: 'Already live.',
  delay: 'No earlier audio to go back to yet.',
};

/** What an ad or a slate prevents. */
const deeds = {
  pause: 'pause',
  resume: 'resume',
  seek: 'seek',
  live: 'jump to live',
  delay: 'change the delay',
};

/** Why no request can be sent while disconnected. */
let absence = 'The player is not responding.';

export function explainAbsence(reason) {
  absence = reason;
}

/** Why the player would refuse `action` now; null if it would accept it. */
export function refusal(action) {
  if (state === null) return absence;
  if (state.allowed[action]) return null;
  const isSlate = isInSlate(state);
  if (action === 'live' && isAway(state)) return 'The stream is not connected.';
  if (action === 'skip' && isSlate) return 'This break cannot be skipped.';
  if (action === 'skip' || !isInAd(state)) return refusals[action];
  return `You cannot ${deeds[action]} during ${isSlate ? 'a break' : 'an ad'}.`;
}

/** Sends a request, and shows and announces a refusal. */
export async function ask(verb, body) {
  const { reason } = await request(verb, body);
  if (reason) refuse(reason);
}

/**
 * Sends a request, and shows a refusal in `node`, which stays there until the next request.
 */
export async function askAt(node, verb, body) {
  node.textContent = '';
  const { reason } = await request(verb, body);
  node.textContent = reason ?? '';
  if (reason) announce(reason);
  return !reason;
}

/**
 * Sends a request. Returns the status and the reason of a refusal; the answer and no reason if it is
 * accepted.
 */
export async function request(verb, body) {
  if (state === null) return { reason: absence };
  try {
    const answer = await send(verb, body);
    if (answer.ok) return { answer: await answer.json() };
    const { reason, error } = await answer.json();
    return { status: answer.status,
      reason: reason ?? error ?? `The player refused (${answer.status}).` };
  } catch {
    return { reason: 'The player did not respond.' };
  }
}

let lastTold = Promise.resolve();

/** Reports something to the player, after all earlier reports. Ignores the response. */
export function tell(verb, body) {
  // The page already shows a lost connection.
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

/** Whether the player responds and requires a token. */
export async function wantsToken() {
  try {
    return (await fetch('/api/state')).status === 401;
  } catch {
    return false;
  }
}

/** Whether this page has presented the token. */
let hasOperatorRole = false;

export function isOperator() {
  return hasOperatorRole;
}

/** Gets the page's role from the player. */
export async function learnRole() {
  try {
    hasOperatorRole = (await (await fetch('/api/role')).json()).role === 'operator';
  } catch {
    // The page already shows a lost connection.
  }
}

/**
 * Exchanges the token in the page's address for a cookie, and removes it from the address. Returns why
 * it was refused; null if it was accepted, or if there is none.
 */
export async function signIn() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (!token) return null;
  history.replaceState(null, '', location.pathname);
  return await login(token);
}

/** Presents the token. Returns why it was refused; null if it was accepted. */
export async function login(token) {
  try {
    const answer = await fetch('/api/login',
      { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
    return answer.ok ? null : 'This is not the token of this player.';
  } catch {
    return 'The player did not respond.';
  }
}
