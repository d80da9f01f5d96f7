import { moved } from './player.js';

/**
 * What was heard and what is to come, as stretches `{kind, from, to, spots}` in output time. The
 * player tells what was heard; what is ahead follows from what it says of the breaks to come.
 */
export function course(state, now, horizon) {
  const heard = state.timeline.filter(({ to }) => to !== null);
  const running = state.timeline.find(({ to }) => to === null);
  const stretches = [...heard];
  let end = now;
  if (running?.kind === 'break' || state.break) {
    const stretch = runningBreak(state, running, now);
    stretches.push(stretch);
    end = stretch.to;
  } else if (running) {
    end = running.from;
  }
  return [...stretches.map(withSpots), ...ahead(state, now, end, horizon)];
}

function withSpots(stretch) {
  const spots = stretch.spots?.length ? stretch.spots : [stretch];
  return { ...stretch, spots: spots.map(spot => ({ ...spot, to: spot.to ?? stretch.to })) };
}

/** The spots that still come in a running break are taken to be of one length. */
function runningBreak({ break: current }, running, now) {
  const spotEnd = now + (current ? moved(current.spotRemaining, 'remaining') : 0);
  const end = now + (current ? moved(current.remaining ?? current.spotRemaining, 'remaining') : 0);
  const spots = (running?.spots ?? []).map(spot => ({ ...spot, to: spot.to ?? spotEnd }));
  const missing = current ? current.spots - current.spot : 0;
  for (let number = 0; number < missing; number += 1) {
    const length = (end - spotEnd) / missing;
    spots.push({ from: spotEnd + number * length, to: spotEnd + (number + 1) * length });
  }
  return { kind: 'break', from: running?.from ?? now, to: end, spots };
}

/** The programme from `end` to the horizon, with the breaks that are known to come. */
function ahead({ next, queue }, now, end, horizon) {
  const stretches = [];
  const waiting = [...queue];
  for (const { breakIn, spots: count } of next) {
    const from = Math.max(end, now + moved(breakIn, 'remaining'));
    const spots = waiting.splice(0, count).reduce((before, { duration = 15 }) => {
      const start = before.at(-1)?.to ?? from;
      return [...before, { from: start, to: start + duration }];
    }, []);
    while (spots.length < count) {
      const start = spots.at(-1)?.to ?? from;
      spots.push({ from: start, to: start + 15 });
    }
    stretches.push({ kind: 'programme', from: end, to: from });
    end = spots.at(-1)?.to ?? from;
    stretches.push({ kind: 'break', from, to: end, spots });
  }
  return [...stretches, { kind: 'programme', from: end, to: Math.max(end, horizon) }];
}
