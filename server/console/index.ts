/** The console: a page that draws plans on a map, and the day that it offers as an example. */
export { DEMO_DAY } from './demo-day.js';
export { consolePages } from './pages.js';
