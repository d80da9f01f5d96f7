import { share } from './tabs.js';

/** Seconds of silence after which the player is asked whether it is still there. */
const patience = 20;

/**
 * Listens to the player's events. `on` has a function for each kind, `gone` and `back`, and
 * `again` for another connection, on which the player may know nothing of this page.
 *
 * Comes back by itself, each time from the beginning: the player may be another one by then.
 */
export function listen(on) {
  /** Not known before the first answer. */
  let isThere = null;
  let heardAt = performance.now();
  /** The newest line of the log that was added. */
  let newest = { run: null, number: 0 };
  let tabs = null;

  /** A connection has begun, and sends everything that the page shows. */
  function begin() {
    if (isThere) {
      on.again();
    } else {
      newest = { run: null, number: 0 };
      heard();
    }
  }

  function take(kind, data, id) {
    // A connection of before this page was opened or came back; the next one begins soon.
    if (!isThere) return;
    heard();
    if (kind === 'log' && !isNew(id)) return;
    on[kind](JSON.parse(data));
  }

  /** Whether a line of the log is still to be added: each connection sends all that is kept. */
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

  /** A player that hangs keeps its connections open; only an answer shows that it lives. */
  async function probe() {
    if (!isThere || performance.now() - heardAt < patience * 1000) return;
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

  // Browsers keep pages that were left, for who comes back: until then they are not open. They
  // also freeze tabs that nobody has looked at for long.
  addEventListener('pagehide', stop);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) restart();
  });
  document.addEventListener('freeze', stop);
  document.addEventListener('resume', restart);
}
