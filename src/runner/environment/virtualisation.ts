import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../../core/read-text.js';

/**
 * Hypervisor and container around this process, e.g. `kvm + docker`; `none` on x86 hardware that
 * shows no sign of either, null where nothing would show it.
 */
export function virtualisation(root: string): string | null {
  const found = [hypervisor(root), container(root)].filter((name) => name !== null);
  if (found.length > 0) return found.join(' + ');
  return x86Flags(root) === null ? null : 'none';
}

/** On x86 the CPU flag decides whether there is one; the firmware's tables only name it. */
function hypervisor(root: string): string | null {
  if (readText(join(root, 'proc/xen/capabilities'))?.includes('control_d')) return 'xen dom0';
  const announced = readText(join(root, 'sys/hypervisor/type'));
  if (announced !== null) return announced;
  if (existsSync(join(root, 'proc/xen'))) return 'xen';
  const flags = x86Flags(root);
  if (flags !== null && !flags.includes('hypervisor')) return null;
  const name = firmwareName(root) ?? deviceTreeName(root);
  return name ?? (flags === null ? null : 'unknown hypervisor');
}

/** Null where the CPU is no x86 or says nothing. */
function x86Flags(root: string): string[] | null {
  const flags = readText(join(root, 'proc/cpuinfo'))?.match(/^flags\s*:(.*)$/m)?.[1];
  return flags === undefined ? null : flags.trim().split(/\s+/);
}

const DMI_FIELDS = ['sys_vendor', 'product_name', 'board_vendor', 'bios_vendor'];

/** First match wins; a cloud's name stands for the hypervisor it does not show. */
const DMI_NAMES: readonly (readonly [RegExp, string])[] = [
  [/Google Compute Engine/, 'google compute engine'],
  [/Amazon EC2/, 'amazon ec2'],
  [/Alibaba Cloud/, 'alibaba cloud'],
  [/DigitalOcean/, 'digitalocean'],
  [/OpenStack/, 'openstack'],
  [/KVM|QEMU|Bochs|SeaBIOS/, 'kvm'],
  [/VMware/, 'vmware'],
  [/VirtualBox|innotek/, 'virtualbox'],
  [/Microsoft Corporation.*Virtual Machine/s, 'hyper-v'],
  [/Xen/, 'xen'],
  [/Parallels/, 'parallels'],
  [/BHYVE/i, 'bhyve'],
  [/Apple Virtualization/, 'apple virtualization'],
];

function firmwareName(root: string): string | null {
  const texts = DMI_FIELDS.map((field) => readText(join(root, 'sys/class/dmi/id', field)) ?? '');
  const text = texts.join('\n');
  if (/\.metal\b/.test(text)) return null;
  return DMI_NAMES.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

function deviceTreeName(root: string): string | null {
  const compatible = readText(join(root, 'proc/device-tree/hypervisor/compatible'));
  return compatible?.match(/kvm|xen|vmware/)?.[0] ?? compatible;
}

function container(root: string): string | null {
  const named = readText(join(root, 'run/systemd/container'));
  if (named !== null) return named;
  if (existsSync(join(root, '.dockerenv'))) return 'docker';
  if (existsSync(join(root, 'run/.containerenv'))) return 'podman';
  const groups = readText(join(root, 'proc/self/cgroup'));
  const runtime = groups?.match(/docker|kubepods|libpod|lxc|containerd/)?.[0];
  if (runtime !== undefined) return runtime;
  return readText(join(root, 'proc/sys/kernel/osrelease'))?.includes('microsoft') ? 'wsl' : null;
}
