export { table as first } from '../shared.js';
