import { share } from './tabs.js';

/** Seconds without an event until the page asks the player whether it is still there. */
const silenceLimit = 20;

/**
 * Receives the player's events. `on` has a function for each kind of event, `gone` and `back` for
 * the loss and return of the player, and `again` for a new connection to it.
 *
 * Reconnects automatically, each time from the beginning, because the player may have restarted.
 */
export function listen(on) {
  /** null before the first response. */
  let isThere = null;
  let heardAt = performance.now();
  /** The newest line of the log on the page. */
  let newest = { run: null, number: 0 };
  let tabs = null;

  /** A connection has begun; it sends all that the page shows. */
  function begin() {
    if (isThere) {
      on.again();
    } else {
      newest = { run: null, number: 0 };
      heard();
    }
  }

  function take(kind, data, id) {
    // This connection began before the page did; the next one begins soon.
    if (!isThere) return;
    heard();
    if (kind === 'log' && !isNew(id)) return;
    on[kind](JSON.parse(data));
  }

  /** Whether a line of the log is new to the page: each connection sends all kept lines. */
  function isNew(id) {
    const [run, number] = id.split('-');
    if (run === newest.run && Number(number) <= newest.number) return false;
    newest = { run, number: Number(number) };
    return true;
  }

  function heard() {
    heardAt = performance.now();
    if (isThere) return;
    isThere = true;
    on.back();
  }

  function lost() {
    if (isThere === false) return;
    isThere = false;
    on.gone();
  }

  /** A player that hangs keeps its connections open; only a response shows that it works. */
  async function probe() {
    if (!isThere || performance.now() - heardAt < silenceLimit * 1000) return;
    heardAt = performance.now();
    tabs?.check();
    try {
      const answer = await fetch('/api/state', { signal: AbortSignal.timeout(5000) });
      on.state(await answer.json());
    } catch {
      lost();
      tabs?.again();
    }
  }

  function start() {
    tabs ??= share({ begin, take, lost });
  }

  function stop() {
    tabs?.stop();
    tabs = null;
  }

  function restart() {
    if (tabs) return;
    isThere = false;
    start();
  }

  start();
  setInterval(probe, 5000);

  // Browsers keep a page after the user has left it, and freeze background tabs. Such a page is
  // not open.
  addEventListener('pagehide', stop);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) restart();
  });
  document.addEventListener('freeze', stop);
  document.addEventListener('resume', restart);
}
