import { disks } from './disks.ts'
import { play } from './play.ts'

play('disks', disks)
