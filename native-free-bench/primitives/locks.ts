import { ownPool } from './own-pool.js';
import type { Primitive } from './primitive.js';

/**
 * Acquire and release of every lock, uncontended. A loop for each, written out: one loop for all
 * would call through a table of five and charge the later ones for it, half as much again.
 */
export function locks(): Primitive[] {
  const [tas, ttas, ticket, mcs, parking] = [
    ownPool('tas').lock,
    ownPool('ttas').lock,
    ownPool('ticket').lock,
    ownPool('mcs').lock,
    ownPool('parking').lock,
  ];
  return [
    {
      group: 'lock',
      name: 'tas acquire + release',
      run(times) {
        for (let time = 0; time < times; time++) {
          tas.acquire();
          tas.release();
        }
        return Number(tas.isHeld());
      },
    },
    {
      group: 'lock',
      name: 'ttas acquire + release',
      run(times) {
        for (let time = 0; time < times; time++) {
          ttas.acquire();
          ttas.release();
        }
        return Number(ttas.isHeld());
      },
    },
    {
      group: 'lock',
      name: 'ticket acquire + release',
      run(times) {
        for (let time = 0; time < times; time++) {
          ticket.acquire();
          ticket.release();
        }
        return Number(ticket.isHeld());
      },
    },
    {
      group: 'lock',
      name: 'mcs acquire + release',
      run(times) {
        for (let time = 0; time < times; time++) {
          mcs.acquire();
          mcs.release();
        }
        return Number(mcs.isHeld());
      },
    },
    {
      group: 'lock',
      name: 'parking acquire + release',
      run(times) {
        for (let time = 0; time < times; time++) {
          parking.acquire();
          parking.release();
        }
        return Number(parking.isHeld());
      },
    },
  ];
}
