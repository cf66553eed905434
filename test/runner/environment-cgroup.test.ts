import { describe, expect, it } from 'vitest';
import { probeEnvironment } from '../../src/runner/environment.js';
import { directoryOf } from '../cli/fake-io.js';

type Files = Readonly<Record<string, string>>;

const quotaOf = (files: Files) => probeEnvironment(directoryOf(files)).cgroupCpuQuota;
const availableOf = (files: Files) => probeEnvironment(directoryOf(files)).availableMemoryBytes;

const V2_MOUNT = '31 23 0:28 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n';
const V1_MOUNTS = [
  '31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755',
  '32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct',
  '35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory',
  '41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw',
].join('\n');

describe('cgroup v2', () => {
  const inGroup = {
    'proc/self/cgroup': '0::/user.slice/session.scope\n',
    'proc/self/mountinfo': V2_MOUNT,
  };

  it('takes the smallest quota on the way up', () => {
    const files = {
      ...inGroup,
      'sys/fs/cgroup/user.slice/cpu.max': '150000 100000\n',
      'sys/fs/cgroup/user.slice/session.scope/cpu.max': '400000 100000\n',
    };
    expect(quotaOf(files)).toBe(1.5);
  });

  it('knows no quota from an absent one', () => {
    const group = 'sys/fs/cgroup/user.slice/session.scope/cpu.max';
    expect(quotaOf({ ...inGroup, [group]: 'max 100000\n' })).toBe('unlimited');
    expect(quotaOf({ 'proc/self/cgroup': '0::/\n' })).toBe(null);
  });

  it('finds its group at the mount point of a container', () => {
    const mount = '31 23 0:28 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n';
    for (const path of ['/docker/abc', '/', '/../outside']) {
      const files = {
        'proc/self/cgroup': `0::${path}\n`,
        'proc/self/mountinfo': mount,
        'sys/fs/cgroup/cpu.max': '50000 100000\n',
      };
      expect(quotaOf(files)).toBe(0.5);
    }
  });

  it('leaves what its limit leaves, with page cache that can be dropped', () => {
    const group = 'sys/fs/cgroup/user.slice';
    const files = {
      ...inGroup,
      'proc/meminfo': 'MemAvailable: 1000000 kB\n',
      [`${group}/memory.max`]: '1000000\n',
      [`${group}/memory.current`]: '700000\n',
      [`${group}/memory.stat`]: 'anon 1\ninactive_file 200000\n',
    };
    expect(availableOf(files)).toBe(500_000);
    expect(availableOf({ ...files, [`${group}/memory.max`]: 'max\n' })).toBe(1_024_000_000);
  });
});

describe('cgroup v1', () => {
  const inGroup = {
    'proc/self/cgroup': '4:memory:/a\n2:cpu,cpuacct:/a/b\n0::/\n',
    'proc/self/mountinfo': V1_MOUNTS,
  };

  it('reads the cpu hierarchy, also beside an empty unified one', () => {
    const group = 'sys/fs/cgroup/cpu,cpuacct/a';
    const files = {
      ...inGroup,
      [`${group}/cpu.cfs_quota_us`]: '250000\n',
      [`${group}/cpu.cfs_period_us`]: '100000\n',
      [`${group}/b/cpu.cfs_quota_us`]: '-1\n',
      [`${group}/b/cpu.cfs_period_us`]: '100000\n',
    };
    expect(quotaOf(files)).toBe(2.5);
    expect(quotaOf(inGroup)).toBe('unlimited');
  });

  it('reads the memory hierarchy, whose "no limit" is a number', () => {
    const group = 'sys/fs/cgroup/memory/a';
    const files = {
      ...inGroup,
      [`${group}/memory.limit_in_bytes`]: '9223372036854771712\n',
      [`${group}/memory.usage_in_bytes`]: '4096\n',
    };
    expect(availableOf(files)).toBe(null);
    expect(availableOf({ ...files, [`${group}/memory.limit_in_bytes`]: '8192\n' })).toBe(4096);
    expect(availableOf({ ...files, [`${group}/memory.limit_in_bytes`]: '1024\n' })).toBe(0);
  });
});
