import { killed } from './killed.ts'
import { play } from './play.ts'

play('kill -9 at a named step', killed)
