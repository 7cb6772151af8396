import { expect } from 'vitest'
import { addFormerAddresses, draftOf, expectNotRevealed, setPublished, type Draft } from './draft-addresses.ts'
import { PrivateAddresses } from './private-addresses.ts'
import { requestPagesAndLogIns, runAttacks, type Attack } from './run-attacks.ts'
import type { TargetSite, TextResponse } from './target-site.ts'

/** The number of commands that publish or withdraw two projects during the crawl. */
const commandCount = 200
/** The number of rounds after which a draft gets another private link, which ends when the draft is published. */
const roundsPerLink = 25
/** The project with a live, a revoked and an expired private link. */
const sharedProject = 'Cedar House'

/** Withdraws and publishes a draft, which visitors must not see from a confirmed withdrawal to the next command. */
class ToggledDraft {
  readonly draft: Draft
  readonly addresses: PrivateAddresses
  isHidden = false
  /** Changes whenever `isHidden` does. */
  epoch = 0

  constructor(draft: Draft, addresses: PrivateAddresses) {
    this.draft = draft
    this.addresses = addresses
  }

  async toggle(target: TargetSite, cookie: string, isRunning: () => boolean): Promise<TextResponse[]> {
    const responses: TextResponse[] = []
    for (let round = 0; round < commandCount / 4 && isRunning(); round++) {
      responses.push(await setPublished(target, this.draft, 'withdraw', cookie))
      this.#set(true)
      // A request that begins now must already be refused.
      const address = this.draft.addresses[round % this.draft.addresses.length] ?? ''
      expectNotRevealed(this.draft, address, await target.request(address))
      const shared = round % roundsPerLink === 0 && (await this.addresses.share(target, this.draft.id))
      this.#set(false)
      responses.push(await setPublished(target, this.draft, 'publish', cookie))
      if (shared) this.addresses.end(shared)
    }
    return responses
  }

  #set(isHidden: boolean): void {
    this.isHidden = isHidden
    this.epoch += 1
  }
}

const toggling: Attack = {
  name: `a crawl that includes private links, while ${commandCount} commands publish and withdraw two projects`,
  isAccepted: true,
  status: 200,
  send: async (target) => {
    // Each admin may make 120 changes a minute.
    const cookies = [target.cookies.admin, await signUpAdmin(target, 'second-admin')]
    await addFormerAddresses(target)
    const drafts = [await draftOf(target, 0), await draftOf(target, 1)]
    const [shared] = await target.site.query<{ id: string }>('select id from projects where name = ?', sharedProject)
    const cookie = await signUpAdmin(target, 'third-admin')
    const addresses = await PrivateAddresses.open(target, { projectId: shared?.id ?? '', cookie }, drafts)
    const toggled = drafts.map((draft) => new ToggledDraft(draft, addresses))
    let running = true
    const checked = { hidden: 0, private: 0, all: 0 }
    const crawlUntilEnd = async (state: ToggledDraft, offset: number) => {
      const { draft } = state
      for (let n = offset; running; n++) {
        const address = draft.addresses[n % draft.addresses.length] ?? ''
        const { isHidden, epoch } = state
        const response = await target.request(address)
        checked.all += 1
        if (!isHidden || epoch !== state.epoch) continue
        checked.hidden += 1
        expectNotRevealed(draft, address, response)
      }
    }
    const crawlers = toggled.flatMap((state) => [0, 7, 13].map((offset) => crawlUntilEnd(state, offset)))
    const crawlPrivate = async () => {
      for (; running; checked.private++) await addresses.requestNext(target)
    }
    crawlers.push(crawlPrivate())
    const toggles = Promise.all(toggled.map((state, n) => state.toggle(target, cookies[n] ?? '', () => running)))
    // A crawler that finds the draft ends the race; otherwise the crawlers end after the toggles.
    await Promise.race([toggles, Promise.all(crawlers)]).finally(() => (running = false))
    await Promise.all(crawlers)
    const responses = await toggles
    expect(checked.all).toBeGreaterThan(commandCount / 2)
    expect(checked.hidden).toBeGreaterThan(10)
    expect(checked.private).toBeGreaterThan(addresses.count)
    await addresses.expire(target)
    return responses.flat()
  },
  verify: (_, responses) => expect(responses).toHaveLength(commandCount),
}

async function signUpAdmin(target: TargetSite, name: string): Promise<string> {
  const cookie = await target.signUp(`${name}@example.com`)
  await target.site.runAdminCommand('grant', `${name}@example.com`, '--keep-password')
  return cookie
}

async function warmUp(target: TargetSite): Promise<void> {
  await requestPagesAndLogIns(target)
  await target.createProject(sharedProject)
  await target.waitForDerivatives()
}

runAttacks('toggled drafts', [toggling], warmUp)
