export { bytes } from '../inputs.js';
