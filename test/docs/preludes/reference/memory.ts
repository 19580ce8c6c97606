export { table as first } from '../every-page.js';
