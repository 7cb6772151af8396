import { endings } from './endings.ts'
import { moments } from './moments.ts'
import { play } from './play.ts'
import { restarted } from './restarts.ts'
import { variants } from './variants.ts'

play('the machine', [...endings, ...restarted, ...moments, ...variants])
