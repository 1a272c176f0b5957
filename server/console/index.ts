/** The console: a page that draws plans on a map, and its example day. */
export { DEMO_DAY } from './demo-day.js';
export { consolePages } from './pages.js';
