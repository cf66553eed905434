import { CryptoWork } from './crypto.js';
import { DownstreamWork } from './downstream.js';
import { FileWork } from './file.js';
import { FsyncWork } from './fsync.js';
import { MicrobenchWork } from './microbench.js';
import { SpinWork } from './spin.js';
import type { Workload, WorkloadSite } from './workload.js';

/** The calling thread's side of the workload at `site`. */
export function makeWorkload(site: WorkloadSite): Workload {
  const { spec } = site;
  switch (spec.kind) {
    case 'microbench':
      return new MicrobenchWork();
    case 'spin':
      return new SpinWork({ ...site, spec });
    case 'crypto':
      return new CryptoWork({ ...site, spec });
    case 'fsync':
      return new FsyncWork({ ...site, spec });
    case 'file':
      return new FileWork({ ...site, spec });
    case 'downstream':
      return new DownstreamWork({ ...site, spec });
  }
}
