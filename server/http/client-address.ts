import { BlockList, isIP } from 'node:net'

/** Tells which machine asks: the peer, unless a proxy that is trusted says for whom it asks. */
export type FindClient = (peer: string | undefined, forwardedFor: string | undefined) => string

/** `trusted` are addresses and networks (`10.0.0.0/8`). Of `X-Forwarded-For` only what a trusted hop wrote is believed. */
export function clientsBehind(trusted: readonly string[]): FindClient {
  const hops = new BlockList()
  for (const hop of trusted) {
    const [address = '', prefix] = hop.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) hops.addAddress(address, family)
    else hops.addSubnet(address, Number(prefix), family)
  }
  const isTrusted = (address: string) => hops.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return (peer, forwardedFor) => {
    let client = plain(peer ?? '') ?? 'unknown'
    const said = forwardedFor?.split(',') ?? []
    // From the right: each hop adds whom it heard, and everything to the left of a stranger is the stranger's own word.
    while (client !== 'unknown' && isTrusted(client)) {
      const before = plain(said.pop() ?? '')
      if (!before) break
      client = before
    }
    return client
  }
}

/** The address under which tries are counted: of IPv6 the first 64 bits, for a household has all of the rest. */
export function networkOf(client: string): string {
  if (isIP(client) !== 6) return client
  const [head = '', tail] = client.split('%')[0]?.split('::') ?? []
  const groups = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  if (tail !== undefined) while (groups.length + after.length < 8) groups.push('0')
  const first = [...groups, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${first.join(':')}::/64`
}

// Some proxies write the port as well; an IPv4 address that came in over IPv6 is still one.
function plain(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^\[([^\]]+)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(bare) ? bare.toLowerCase() : null
}
