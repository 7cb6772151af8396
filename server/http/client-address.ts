import { BlockList, isIP } from 'node:net'

/** Finds the client's IP address from the peer's address and `X-Forwarded-For`; `unknown` without a peer address. */
export type FindClientAddress = (peer: string | undefined, forwardedFor: string | undefined) => string

/** Uses only entries added by `trusted` addresses or networks. Calls `onIgnored` with other peers that send any. */
export function clientAddressFinder(
  trusted: readonly string[],
  onIgnored: (peer: string) => void = () => {},
): FindClientAddress {
  const isTrusted = addressMatcher(trusted)
  return (peer, forwardedFor) => {
    let client = normalizeAddress(peer ?? '') ?? 'unknown'
    if (forwardedFor !== undefined && !isTrusted(client)) onIgnored(client)
    const entries = forwardedFor?.split(',') ?? []
    // From right to left: each proxy appends its peer. Entries to the left of an untrusted address may be forged.
    while (client !== 'unknown' && isTrusted(client)) {
      const previous = normalizeAddress(entries.pop() ?? '')
      if (!previous) break
      client = previous
    }
    return client
  }
}

/** Whether an address is in one of these networks; `unknown` is in none. */
export function addressMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** The address for rate limits: for IPv6 the first 64 bits, because a provider assigns a whole /64 to one customer. */
export function networkOf(client: string): string {
  if (isIP(client) !== 6) return client
  const [head = '', tail] = client.split('%')[0]?.split('::') ?? []
  const groups = head ? head.split(':') : []
  const groupsAfter = tail ? tail.split(':') : []
  if (tail !== undefined) while (groups.length + groupsAfter.length < 8) groups.push('0')
  const network = [...groups, ...groupsAfter].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

/** Removes the port that some proxies add and the prefix of IPv4-mapped addresses; `null` if it is not an address. */
function normalizeAddress(text: string): string | null {
  const address = text
    .trim()
    .replace(/^\[([^\]]+)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) ? address.toLowerCase() : null
}
