/** The random name of this page; a reload changes it. */
export const page = Array.from(crypto.getRandomValues(new Uint8Array(8)), byte =>
  byte.toString(16).padStart(2, '0')).join('');

const kinds = ['state', 'level', 'log', 'feed'];

/** The tab that holds this lock is the leader. */
const leaderLock = 'interlude-leader';
/** Each open page holds a lock with its own name. */
const pageLock = 'interlude-page-';

/** Milliseconds until a lost connection is retried. */
const retryDelay = 1000;
/** Milliseconds until a leader that does not answer is replaced; a frozen tab does not answer. */
const answerLimit = 5000;

/**
 * Connects to the player's events, over one connection for all tabs of a browser, because a browser
 * opens at most six per server. Returns `again`, for a page that has lost the player, `check`, for
 * a page without events for a long time, and `stop`.
 *
 * One tab is the leader. It connects with the names of all pages and forwards the events. When a
 * page opens or closes, it opens a second connection and then closes the first. Locks end with
 * their tabs, so the leader notices closed tabs, and another tab replaces a closed leader. Browsers
 * offer no locks for http from other machines; there each tab has its own connection.
 *
 * `to` has `begin` for a new connection, `take` for an event, and `lost`.
 */
export function share(to) {
  const isShared = Boolean(navigator.locks) && typeof BroadcastChannel !== 'undefined';
  const channel = isShared ? new BroadcastChannel('interlude-events') : null;
  const ending = new AbortController();
  const ended = new Promise(resolve => ending.signal.addEventListener('abort', resolve));

  /** The page of the leader; events from any other page are outdated. */
  let leader = null;
  let isLeader = false;
  let pages = new Set([page]);
  /** The connection whose events are forwarded, and the one that will replace it. */
  let source = null;
  let next = null;
  let triedAt = -Infinity;
  let retry = null;
  let doubt = null;
  /** End the wait for the leader's lock, and the leader's wait for closed pages. */
  let waiting = null;
  let watching = null;

  function connect() {
    triedAt = performance.now();
    next?.close();
    const query = [...pages].map(name => `page=${name}`).join('&');
    const it = next = new EventSource(`/api/events?${query}`);
    for (const kind of kinds) {
      it.addEventListener(kind, ({ data, lastEventId }) => {
        if (it === next) replace();
        if (it === source) pass({ kind, data, id: lastEventId });
      });
    }
    it.addEventListener('error', () => {
      it.close();
      if (it !== next && it !== source) return;
      if (it === next) next = null;
      else source = null;
      if (!source && !next) pass({ kind: 'lost' });
      again();
    });
  }

  /** The first event shows that the player knows the pages of the new connection. */
  function replace() {
    source?.close();
    source = next;
    next = null;
    pass({ kind: 'begin' });
  }

  function disconnect() {
    source?.close();
    next?.close();
    source = next = null;
  }

  function pass(message) {
    channel?.postMessage({ ...message, from: page });
    receive({ ...message, from: page });
  }

  function receive({ kind, from, isLost, ...event }) {
    if (kind === 'ask') {
      if (isLeader) answer(from, isLost);
      return;
    }
    if ((kind === 'here' || kind === 'begin') && !isLeader) leader = from;
    if (from !== leader) return;
    clearTimeout(doubt);
    doubt = null;
    switch (kind) {
      case 'here': break;
      case 'begin':
        clearTimeout(retry);
        retry = null;
        to.begin();
        break;
      case 'lost':
        to.lost();
        again();
        break;
      default: to.take(kind, event.data, event.id);
    }
  }

  /** Timers of background tabs are slow, so each tab retries by itself. */
  function again() {
    retry ??= setTimeout(() => {
      retry = null;
      if (!isLeader) ask(true);
      else if (!next) connect();
    }, retryDelay);
  }

  /** Asks the leader for events, and replaces it if it does not answer. */
  function ask(isLost) {
    channel.postMessage({ kind: 'ask', from: page, isLost });
    doubt ??= setTimeout(() => {
      doubt = null;
      stand({ steal: true });
    }, answerLimit);
  }

  function check() {
    if (!isLeader) ask(false);
  }

  function answer(asker, isLost) {
    pass({ kind: 'here' });
    if (!pages.has(asker)) {
      watch(asker);
      connect();
    } else if (isLost && !next && performance.now() - triedAt > retryDelay / 2) connect();
  }

  /** Counts a page as open until it releases its lock. */
  function watch(name) {
    if (pages.has(name)) return;
    pages.add(name);
    navigator.locks.request(pageLock + name, { signal: watching.signal }, () => {
      pages.delete(name);
      connect();
    }).catch(() => {}); // Aborted: another tab watches.
  }

  /** Waits for the leader's lock, or steals it. */
  function stand(options) {
    waiting?.abort();
    waiting = new AbortController();
    navigator.locks.request(leaderLock, options ?? { signal: waiting.signal }, lead)
      .catch(resign);
  }

  async function lead() {
    if (ending.signal.aborted) return;
    watching = new AbortController();
    const { signal } = watching;
    pages = new Set([page]);
    isLeader = true;
    leader = page;
    pass({ kind: 'here' });
    const { held } = await navigator.locks.query();
    if (signal.aborted) return;
    for (const { name } of held) {
      if (name.startsWith(pageLock)) watch(name.slice(pageLock.length));
    }
    connect();
    await ended;
  }

  /** The lock was stolen, or the wait for it was aborted. */
  function resign() {
    if (!isLeader || ending.signal.aborted) return;
    isLeader = false;
    watching.abort();
    disconnect();
    stand();
    ask(false);
  }

  function connectAlone() {
    isLeader = true;
    leader = page;
    connect();
  }

  function stop() {
    disconnect();
    for (const timer of [retry, doubt]) clearTimeout(timer);
    channel?.close();
    waiting?.abort();
    watching?.abort();
    ending.abort();
  }

  if (!isShared) connectAlone();
  else {
    channel.addEventListener('message', ({ data }) => receive(data));
    navigator.locks.request(pageLock + page, { signal: ending.signal }, () => {
      stand();
      ask(false);
      return ended;
    }).catch(() => {
      // A browser that stores no data for this server may refuse locks.
      if (!ending.signal.aborted) connectAlone();
    });
  }

  return { again, check, stop };
}
