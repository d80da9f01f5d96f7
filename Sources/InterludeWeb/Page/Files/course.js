import { moved } from './player.js';

/**
 * What was heard and what is to come, as stretches `{kind, from, to, spots}` in output time. The
 * player tells what was heard; what is ahead follows from what it says of the breaks to come. A
 * break that `isOpen` takes nobody knows how much longer than `to`, and nothing is known after it.
 */
export function course(state, now, horizon) {
  const heard = state.timeline.filter(({ to }) => to !== null);
  const running = state.timeline.find(({ to }) => to === null);
  if (running?.kind !== 'break' && !state.break) {
    return [...heard.map(withSpots), ...ahead(state, now, running?.from ?? now, horizon)];
  }
  const stretch = runningBreak(state, running, now);
  const rest = stretch.isOpen ? [] : ahead(state, now, stretch.to, horizon);
  return [...[...heard, stretch].map(withSpots), ...rest];
}

function withSpots(stretch) {
  const spots = stretch.spots?.length ? stretch.spots : [stretch];
  return { ...stretch, spots: spots.map(spot => ({ ...spot, to: spot.to ?? stretch.to })) };
}

/**
 * What is known of the spots that still come in a running break is how long they take together;
 * they are taken to be of one length.
 */
function runningBreak({ break: current }, running, now) {
  const left = time => now + (current ? moved(time, 'remaining') : 0);
  const spotEnd = left(current?.spotRemaining);
  const isOpen = Boolean(current) && current.remaining === undefined;
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

/** The programme from `end` to the horizon, with the breaks that are known to come. */
function ahead({ next, queue }, now, end, horizon) {
  const stretches = [];
  const waiting = [...queue];
  for (const { breakIn, spots: count } of next) {
    const from = Math.max(end, now + moved(breakIn, 'remaining'));
    stretches.push({ kind: 'programme', from: end, to: from });
    const spots = [];
    end = from;
    for (const { duration } of waiting.splice(0, count)) {
      if (duration === undefined) break;
      spots.push({ from: end, to: end + duration });
      end += duration;
    }
    const isOpen = spots.length < count;
    stretches.push({ kind: 'break', from, to: end, spots, count, isOpen });
    if (isOpen) return stretches;
  }
  return [...stretches, { kind: 'programme', from: end, to: Math.max(end, horizon) }];
}
