import { start } from './start.js';
import * as now from './now.js';
import * as artwork from './artwork.js';
import * as controls from './controls.js';
import * as count from './count.js';
import * as advert from './advert.js';
import * as history from './history.js';
import * as silence from './silence.js';
import * as stations from './stations.js';
import * as views from './views.js';
import * as truex from './truex.js';
import * as feed from './feed.js';

// The listener's page.
start([
  now, artwork, controls, count, advert, history, silence, stations, views, truex, feed,
]);
