import { start } from './start.js';
import * as now from './now.js';
import * as artwork from './artwork.js';
import * as controls from './controls.js';
import * as count from './count.js';
import * as timeline from './timeline.js';
import * as position from './position.js';
import * as advert from './advert.js';
import * as history from './history.js';
import * as silence from './silence.js';
import * as stations from './stations.js';
import * as queue from './queue.js';
import * as latency from './latency.js';
import * as views from './views.js';
import * as truex from './truex.js';
import * as feed from './feed.js';
import * as log from './log.js';

// The operator's page.
start([
  now, artwork, controls, count, timeline, position, advert, history, silence, stations, queue,
  latency, views, truex, feed, log,
]);
