import { caches } from './caches.ts'
import { hands } from './hands.ts'
import { play } from './play.ts'
import { silence } from './silence.ts'

play('people', [...hands, ...caches, ...silence])
