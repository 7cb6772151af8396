import type { Locator, Response } from '@playwright/test'
import { galleryOf, imageAt } from './gallery.ts'
import { Visitor } from './people.ts'
import { sample, type Chosen } from './photographs.ts'

/** A photograph as an admin chooses it: a file of their own, or a path below `samples/photos`. */
export type Picture = Chosen | string

/** A project as an admin thinks of it. */
export interface ProjectWish {
  readonly name: string
  readonly details: string
  readonly cover?: Picture
  readonly images?: readonly Picture[]
}

/** The studio's own. */
export class Admin extends Visitor {
  /** Tools come a moment after the page: a click before that would be lost. */
  override async opens(path: string): Promise<Response> {
    const response = await super.opens(path)
    await this.page.waitForFunction(areToolsAwake)
    return response
  }

  /** Opens the form for a new project and fills it in. */
  async fillsIn({ name, details, cover, images = [] }: ProjectWish): Promise<void> {
    await this.opens('/create')
    await this.page.getByLabel('Project Name').fill(name)
    await this.page.getByLabel('Project Details').fill(details)
    if (cover) await this.page.getByLabel('Upload Cover Photo').setInputFiles(await filesOf([cover]))
    if (images.length > 0) await this.page.getByLabel('Upload Image').setInputFiles(await filesOf(images))
  }

  async submits(): Promise<void> {
    await this.page.getByRole('button', { name: 'Add Project' }).click()
  }

  async adds(wish: ProjectWish): Promise<void> {
    await this.fillsIn(wish)
    await this.submits()
    await this.added(wish.name).waitFor({ timeout: 60_000 })
  }

  /** The link to a project that has just been added. */
  added(name: string): Locator {
    return this.main.getByRole('status').getByRole('link', { name, exact: true })
  }

  /** Asks to delete a project, and is asked back. */
  async wantsToDelete(name: string): Promise<void> {
    await this.page.getByRole('button', { name: `Delete ${name}`, exact: true }).click()
  }

  async deletes(name: string): Promise<void> {
    await this.wantsToDelete(name)
    await this.answers('Yes')
  }

  /** Answers the question that lies over the page. */
  async answers(answer: string): Promise<void> {
    await this.page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click()
  }

  position(name: string): Locator {
    return this.card(name).getByLabel('Position')
  }

  async moves(name: string, position: string): Promise<void> {
    await this.position(name).fill(position)
    await this.position(name).press('Enter')
  }

  /** Writes another name, or other details, without saving. */
  async rewrites(field: 'name' | 'details', text: string): Promise<void> {
    await this.page.getByRole('button', { name: `Edit ${field}` }).click()
    await this.editor(field).fill(text)
  }

  editor(field: 'name' | 'details'): Locator {
    return this.main.getByRole('textbox', { name: field === 'name' ? 'Project Name' : 'Project Details' })
  }

  async saves(): Promise<void> {
    await this.main.getByRole('button', { name: 'Save', exact: true }).click()
  }

  /** The tools of the image in this slot, from 1. */
  imagePosition(slot: number): Locator {
    return imageAt(this, slot).getByLabel('Position')
  }

  async movesImage(slot: number, position: string): Promise<void> {
    await this.imagePosition(slot).fill(position)
    await this.imagePosition(slot).press('Enter')
  }

  async removesImage(slot: number): Promise<void> {
    await galleryOf(this)
      .getByRole('button', { name: `Remove image ${slot}`, exact: true })
      .click()
    await this.answers('Yes, Delete')
  }

  async chooses(...pictures: Picture[]): Promise<void> {
    await this.page.getByLabel('Choose Images').setInputFiles(await filesOf(pictures))
  }

  async addsImages(...pictures: Picture[]): Promise<void> {
    await this.chooses(...pictures)
    await this.page.getByRole('button', { name: 'Add Images' }).click()
  }

  async replacesCover(picture: Picture): Promise<void> {
    await this.page.getByLabel('Replace cover photo').setInputFiles(await filesOf([picture]))
  }
}

function filesOf(pictures: readonly Picture[]): Promise<Chosen[]> {
  return Promise.all(pictures.map((picture) => (typeof picture === 'string' ? sample(picture) : picture)))
}

/** React has taken over everything that can be used, and the pickers, which wait for it, are open. */
function areToolsAwake(): boolean {
  const tools = [...document.querySelectorAll('main :is(button, input, textarea)')]
  const taken = (tool: Element) => Object.keys(tool).some((key) => key.startsWith('__reactProps'))
  return tools.every((tool) => taken(tool) && !tool.matches('input[type="file"]:disabled'))
}
