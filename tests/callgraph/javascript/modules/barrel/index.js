export { work as job } from './a.js';
export * from './b.js';
