import { href } from 'react-router'
import { listProjects } from '#portfolio/project/show.ts'
import type { Ports } from '#portfolio/ports.ts'
import { orUnavailable } from './requests/responses.ts'

/** Loads the project list as visitors see it. Admin pages return it to people who do not see the admin tools. */
export async function loadProjectList(ports: Ports) {
  const page = {
    title: 'Work',
    description: 'Shops, rooms and houses: the studio’s projects.',
    path: href('/work'),
  }
  const unavailableMessage = 'The projects could not be loaded. Please try again in a moment.'
  return { kind: 'list' as const, page, projects: await orUnavailable(ports, unavailableMessage, listProjects(ports)) }
}
