import { caches } from './caches.ts'
import type { Fault } from './fault.ts'
import { disks } from './disks.ts'
import { endings } from './endings.ts'
import { hands } from './hands.ts'
import { killed } from './killed.ts'
import { moments } from './moments.ts'
import { restarted } from './restarts.ts'
import { silence } from './silence.ts'
import { variants } from './variants.ts'

/** Everything that may go wrong, one row each. */
export const faults: readonly Fault[] = [
  ...disks,
  ...endings,
  ...restarted,
  ...hands,
  ...moments,
  ...variants,
  ...caches,
  ...silence,
  ...killed,
]
