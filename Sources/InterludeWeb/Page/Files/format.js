/** Remaining time rounded up, so that it is 0 only at the end: "14 s", "1 min 20 s". */
export function left(seconds) {
  return duration(Math.max(0, Math.ceil(seconds - 0.02)));
}

export function duration(seconds) {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return whole % 60 ? `${minutes} min ${whole % 60} s` : `${minutes} min`;
}

/** A position in seconds as "4:07" or "1:02:07". */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = number => String(number).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** A distance in seconds: "42 s", "1:42". */
export function distance(seconds) {
  return seconds < 60 ? `${Math.round(seconds)} s` : clock(Math.round(seconds));
}

export function milliseconds(value) {
  return value < 10 ? value.toFixed(1) : value.toFixed(0);
}

/** The time of day `seconds` ago: "14:05". */
export function timeOfDay(seconds) {
  return new Date(Date.now() - seconds * 1000)
    .toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** A name for a source: the last part of its path without the file's type, else its host. */
export function nameOf(source) {
  const isAddress = URL.canParse(source) && source.includes('://');
  const path = isAddress ? new URL(source).pathname : source;
  const last = unescaped(path.split('/').filter(Boolean).pop() ?? '')
    .replace(/\.(mp3|aac|m4a|mp4|ogg|oga|opus|flac|wav|m3u8?|pls)$/i, '')
    .replaceAll('_', ' ').trim();
  return last || (isAddress ? new URL(source).host : source);
}

/** A title for people: the name of a file or an address that stands in its place. */
export function readable(title) {
  const isFile = /^\S+\.(mp3|aac|m4a|mp4|ogg|oga|opus|flac|wav)$/i.test(title ?? '');
  return isFile || webAddress(title) ? nameOf(title) : title ?? '';
}

function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address if it is http or https; else null. */
export function webAddress(text) {
  if (!text || !URL.canParse(text)) return null;
  const address = new URL(text);
  return address.protocol === 'http:' || address.protocol === 'https:' ? address.href : null;
}

/** The address of a picture that this player serves; null for any other. */
export function ownPicture(path) {
  if (!path || !URL.canParse(path, location.href)) return null;
  const address = new URL(path, location.href);
  return address.origin === location.origin ? address.href : null;
}
