import { href } from 'react-router'
import { listProjects } from '#portfolio/project/show.ts'
import type { Ports } from '#portfolio/ports.ts'
import { orUnavailable } from './requests/responses.ts'

/** What the loader of an admin page returns instead of its tools: the list of projects, as visitors see it. */
export async function loadProjectList(ports: Ports) {
  const page = {
    title: 'Work',
    description: 'Shops, rooms and houses: the projects of the studio.',
    path: href('/work'),
  }
  const sentence = 'The projects could not be loaded just now. Please try again in a moment.'
  return { kind: 'list' as const, page, projects: await orUnavailable(ports, sentence, listProjects(ports)) }
}
