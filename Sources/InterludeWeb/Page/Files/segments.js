import { isOver, moved } from './player.js';

/**
 * The past and the future as segments `{kind, from, to, spots}` in output time. The past is the
 * player's `timeline`; the future is derived from its coming breaks, and is empty while nothing plays.
 * A break with `isOpen` ends at an unknown time after `to`, so it is the last segment.
 */
export function segments(state, now, horizon) {
  const heard = state.timeline.filter(({ to }) => to !== null);
  if (isOver(state)) return heard.map(withSpots);
  const running = state.timeline.find(({ to }) => to === null);
  if (running?.kind !== 'break' && !state.break) {
    return [...heard.map(withSpots), ...ahead(state, now, running?.from ?? now, horizon)];
  }
  const segment = runningBreak(state, running, now);
  const rest = segment.isOpen ? [] : ahead(state, now, segment.to, horizon);
  return [...[...heard, segment].map(withSpots), ...rest];
}

function withSpots(segment) {
  const spots = segment.spots?.length ? segment.spots : [segment];
  return { ...segment, spots: spots.map(spot => ({ ...spot, to: spot.to ?? segment.to })) };
}

/** The present break. Only the total length of its coming spots is known: they share it equally. */
function runningBreak({ break: current }, running, now) {
  const left = time => now + (current ? moved(time, 'remaining') : 0);
  const spotEnd = left(current?.spotRemaining);
  const isOpen = Boolean(current) && current.remaining === null;
  const end = left(isOpen ? current.remainingAtLeast : current?.remaining);
  const spots = (running?.spots ?? []).map(spot => ({ ...spot, to: spot.to ?? spotEnd }));
  const missing = current ? current.spots - current.spot : 0;
  const pieces = isOpen ? Math.min(missing, 1) : missing;
  for (let number = 0; number < pieces && end > spotEnd; number += 1) {
    const length = (end - spotEnd) / pieces;
    spots.push({ from: spotEnd + number * length, to: spotEnd + (number + 1) * length });
  }
  return { kind: 'break', from: running?.from ?? now, to: end, spots, count: current?.spots, isOpen };
}

/** The programme from `end` to the horizon, with the known breaks. */
function ahead({ next, queue }, now, end, horizon) {
  const result = [];
  const waiting = [...queue];
  for (const { breakIn, spots: count } of next) {
    const from = Math.max(end, now + moved(breakIn, 'remaining'));
    result.push({ kind: 'programme', from: end, to: from });
    const spots = [];
    end = from;
    for (const { duration } of waiting.splice(0, count)) {
      if (duration === null) break;
      spots.push({ from: end, to: end + duration });
      end += duration;
    }
    const isOpen = spots.length < count;
    result.push({ kind: 'break', from, to: end, spots, count, isOpen });
    if (isOpen) return result;
  }
  return [...result, { kind: 'programme', from: end, to: Math.max(end, horizon) }];
}
