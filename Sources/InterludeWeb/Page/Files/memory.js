/** The value that this browser keeps under `name`; `fallback` if there is none. */
export function recall(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(`interlude-${name}`)) ?? fallback;
  } catch {
    return fallback;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(`interlude-${name}`, JSON.stringify(value));
  } catch {
    // A browser may store nothing for this server. The page then starts without a memory.
  }
}
