import type { Lock, LockKind, LockSite } from './lock.js';
import { McsLock } from './mcs.js';
import { ParkingLock } from './parking.js';
import { TasLock } from './tas.js';
import { TicketLock } from './ticket.js';
import { TtasLock } from './ttas.js';

const LOCKS: Record<LockKind, new (site: LockSite) => Lock> = {
  tas: TasLock,
  ttas: TtasLock,
  ticket: TicketLock,
  mcs: McsLock,
  parking: ParkingLock,
};

/** The calling thread's handle on the lock at `site`. */
export function makeLock(kind: LockKind, site: LockSite): Lock {
  return new LOCKS[kind](site);
}
