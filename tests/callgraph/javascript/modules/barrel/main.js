import { job, other } from './index.js';
job();
other();
