/** Seconds of silence after which the player is asked whether it is still there. */
const patience = 20;

/** Names this page among all that are open; it is another one each time that it is loaded. */
export const page = Array.from(crypto.getRandomValues(new Uint8Array(8)), byte =>
  byte.toString(16).padStart(2, '0')).join('');

/**
 * Listens to the player's events. `on` has a function for each kind, and `gone` and `back`.
 *
 * Comes back by itself, each time from the beginning: the player may be another one by then.
 */
export function listen(on) {
  let source;
  /** Not known before the first answer. */
  let isThere = null;
  let heardAt = performance.now();

  function connect() {
    source?.close();
    source = new EventSource(`/api/events?page=${page}`);
    for (const kind of ['state', 'level', 'log', 'feed']) {
      source.addEventListener(kind, event => {
        heard();
        on[kind](JSON.parse(event.data));
      });
    }
    source.addEventListener('open', heard);
    source.addEventListener('error', () => {
      lost();
      again();
    });
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
    try {
      const answer = await fetch('/api/state', { signal: AbortSignal.timeout(5000) });
      on.state(await answer.json());
    } catch {
      lost();
      again();
    }
  }

  function again() {
    source.close();
    setTimeout(connect, 1000);
  }

  connect();
  setInterval(probe, 5000);

  // Browsers keep pages that were left, for who comes back: until then they are not open.
  addEventListener('pagehide', () => source.close());
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    isThere = false;
    connect();
  });
}
