/** A queue of jobs that run one after the other. */
import { log } from './log.js';

const LIMIT = 10;

/**
 * Keeps jobs and runs them.
 */
export class Queue {
  #jobs = [];

  /** @param {Function} job what is to run */
  add(job) {
    if (this.#jobs.length >= LIMIT) {
      throw new RangeError('the queue is full');
    }
    this.#jobs.push(job);
    return this;
  }

  async run() {
    for (const job of this.#jobs) log(await job());
  }
}

export const queue = (...jobs) => jobs.reduce((all, job) => all.add(job), new Queue());
export default queue;
