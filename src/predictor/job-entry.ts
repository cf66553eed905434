import { runJob } from './jobs.js';

/** Piscina calls it with each job, in a thread of its pool. */
export default runJob;
