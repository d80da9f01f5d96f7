/** A whole number of seconds that are left: "14 s", "1 min 20 s". Not 0 before it is over. */
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

/** A place on a clock: "4:07", "1:02:07". */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = number => String(number).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

export function milliseconds(value) {
  return value < 10 ? value.toFixed(1) : value.toFixed(0);
}

/** The address if a person may be sent there, else null. */
export function webAddress(text) {
  if (!text || !URL.canParse(text)) return null;
  const address = new URL(text);
  return address.protocol === 'http:' || address.protocol === 'https:' ? address.href : null;
}

/** A picture that the player itself serves; what lies elsewhere is never asked for. */
export function ownPicture(path) {
  if (!path || !URL.canParse(path, location.href)) return null;
  const address = new URL(path, location.href);
  return address.origin === location.origin ? address.href : null;
}
